/** Owns how a journal is opened for reading: one that is not there is no error, and a symlink is not followed. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { journalUnreadable } from './journal-problem.ts'

export async function openForReading(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw journalUnreadable(path, error)
  }
}
