/** Owns how a journal is opened for reading: none is no error, a symlink is not followed, a pipe is not waited for. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { journalUnreadable } from './journal-problem.ts'

/** Null if there is no journal. */
export async function readingJournal<Result>(
  path: string,
  read: (file: FileHandle) => Promise<Result>,
): Promise<Result | null> {
  let file: FileHandle | null = null
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    return await read(file)
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && file === null) return null
    throw syscall === undefined ? error : journalUnreadable(path, error)
  } finally {
    await file?.close()
  }
}
