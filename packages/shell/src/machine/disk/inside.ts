/** Reads, writes and removes files that others name, inside a root and nowhere else; a link in the file's place is never followed. */
import { constants } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { durableCreate } from './durable-write.ts'
import { withHeldFolder } from './held-folder.ts'
import { ifMissing } from './if-missing.ts'
import { durableWrite } from './replace-owned-file.ts'
import { PathRefusedError } from './resolve-inside.ts'

/** The file's bytes, null if there is no such file. */
export async function readInside(root: string, path: string): Promise<Buffer | null> {
  try {
    return await withHeldFolder(root, path, 'fail', async (held) => {
      // Not to be kept waiting by a pipe that was put in the file's place.
      const handle = await open(held, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
      try {
        if (!(await handle.stat()).isFile())
          throw new PathRefusedError(`path ${JSON.stringify(path)} is not a file`)
        return await handle.readFile()
      } finally {
        await handle.close()
      }
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    if (code === 'ELOOP') throw new PathRefusedError(`path ${JSON.stringify(path)} is a link`)
    throw error
  }
}

/** Replaces the whole file, durably; makes the folders above it. */
export const writeInside = (root: string, path: string, content: string | Uint8Array): Promise<void> =>
  withHeldFolder(root, path, 'create', (held) => durableWrite(held, content, path))

/** Makes a new file, durably, and the folders above it; false if there is one already. */
export const createInside = (root: string, path: string, content: string | Uint8Array): Promise<boolean> =>
  withHeldFolder(root, path, 'create', (held) => durableCreate(held, content, path))

/** Removes a file, or a folder with all that is in it; a link is removed itself. Nothing there is fine. */
export const removeInside = (root: string, path: string): Promise<void> =>
  withHeldFolder(root, path, 'fail', (held) => rm(held, { recursive: true, force: true })).catch(
    ifMissing(undefined),
  )
