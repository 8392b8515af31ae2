/** Owns the removal of one file that may be gone already. */
import { unlink } from 'node:fs/promises'

export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
