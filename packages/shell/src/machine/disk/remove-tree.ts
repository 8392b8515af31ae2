/** Owns the removal of a folder that programs wrote: they may have left folders in it that not even their owner may write. */
import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Follows no link. Nothing there is fine. */
export async function removeTree(path: string): Promise<void> {
  try {
    await removeAll(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    await openFolders(path)
    await removeAll(path)
  }
}

const removeAll = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 3 })

async function openFolders(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries) if (entry.isDirectory()) await openFolders(join(folder, entry.name))
}
