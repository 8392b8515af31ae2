/**
 * Owns the two ways to put a whole file on disk so that every reader, also after a power loss, sees all of it or none:
 * replacing what is there, and creating what must not be there yet. A symlink at the target is never followed.
 */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncDir } from './durable-dir.ts'

export async function durableReplace(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = await writeTemporary(path, content)
  try {
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncDir(dirname(path))
}

/** False, and nothing changed, where the path is taken. Of any number of concurrent callers one gets true. */
export async function durableCreate(path: string, content: string | Uint8Array): Promise<boolean> {
  const created = await createWhole(path, content)
  if (created) await syncDir(dirname(path))
  return created
}

/** The same for a file that a power loss may take away again, but never in part. */
export async function createWhole(path: string, content: string | Uint8Array): Promise<boolean> {
  const temporary = await writeTemporary(path, content)
  try {
    await link(temporary, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Temporary files begin with a dot: whoever lists the directory leaves them alone. */
async function writeTemporary(path: string, content: string | Uint8Array): Promise<string> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
  const handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o666)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  return temporary
}
