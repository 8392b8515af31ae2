/** Owns the durability of directory entries: a file that was made, renamed or removed survives a power loss. */
import { constants } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { diskError } from './disk-error.ts'

/** Directories cannot be opened for syncing on Windows, where entries are journaled by the file system itself. */
const canSyncDirs = process.platform !== 'win32'

export async function syncDir(dir: string): Promise<void> {
  if (!canSyncDirs) return
  const handle = await open(dir, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** `mkdir -p` whose every new entry is on disk when it resolves. */
export async function makeDir(dir: string): Promise<void> {
  const topmostMade = await mkdir(dir, { recursive: true }).catch((error: unknown) => {
    throw diskError(error, dir)
  })
  if (topmostMade === undefined) return
  const above = dirname(topmostMade)
  for (let parent = dirname(dir); ; parent = dirname(parent)) {
    await syncDir(parent)
    if (parent === above || parent === dirname(parent)) return
  }
}
