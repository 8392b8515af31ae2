/**
 * Owns the ways to put a whole file on disk so that every reader, also after a power loss, sees all of it or none:
 * replacing a file, and creating one that must not exist yet. A symlink at the target is never followed.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, unlinkSync, writeFileSync } from 'node:fs'
import { open, readdir, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { diskError } from './disk-error.ts'
import { syncDir } from './durable-dir.ts'
import { removeFile } from './remove-file.ts'

/** A full disk is a DiskFullError that names the file. `mode` are the permissions of the new file. */
export async function durableReplace(
  path: string,
  content: string | Uint8Array,
  mode?: number,
): Promise<void> {
  const temporary = temporaryBeside(path)
  try {
    const handle = await open(temporary, 'wx', mode)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await removeFile(temporary)
    throw diskError(error, path)
  }
  await syncDir(dirname(path))
}

/** False, with nothing changed, if the path is taken. Of any number of concurrent callers one gets true. */
export async function durableCreate(
  path: string,
  content: string | Uint8Array,
  called = path,
): Promise<boolean> {
  const created = createWhole(path, content, called)
  if (created) await syncDir(dirname(path))
  return created
}

/**
 * The same for a small file that a power loss may take away again, but never in part. Synchronous, because locks wait
 * for it: six trips to the thread pool take three times as long as the work.
 */
export function createWhole(path: string, content: string | Uint8Array, called = path): boolean {
  try {
    return create(path, content)
  } catch (error) {
    throw diskError(error, called)
  }
}

function create(path: string, content: string | Uint8Array): boolean {
  const temporary = temporaryBeside(path)
  const fd = openSync(temporary, 'wx')
  try {
    try {
      writeFileSync(fd, content)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    linkSync(temporary, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    unlinkSync(temporary)
  }
}

/** What processes that died in the midst of writing these files left. Only for the one process that writes them now. */
export async function removeTemporaries(dir: string, names: readonly string[]): Promise<void> {
  for (const entry of await readdir(dir)) {
    const name = /^\.(.+)\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/.exec(entry)?.[1]
    if (name !== undefined && names.includes(name)) await removeFile(join(dir, entry))
  }
}

/** Temporary files start with a dot, so that listings skip them. */
const temporaryBeside = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
