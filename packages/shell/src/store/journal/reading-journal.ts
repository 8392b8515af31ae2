/** Owns how a journal is opened for reading: none is no error, a symlink is not followed, a pipe is not waited for. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { journalUnreadable } from './journal-problem.ts'
import type { ReadableFile } from './read-blocks.ts'

export interface ReadJournalFile extends ReadableFile {
  stat(): Promise<{ readonly size: number }>
}

/** Null if there is no journal. */
export async function readingJournal<Result>(
  path: string,
  read: (file: ReadJournalFile) => Promise<Result>,
): Promise<Result | null> {
  let fd: number | null = null
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    return await read(fileOf(fd))
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && fd === null) return null
    throw syscall === undefined ? error : journalUnreadable(path, error)
  } finally {
    if (fd !== null) closeSync(fd)
  }
}

/** Synchronous within: lists look at many journals, and trips to the thread pool take longer than reading their ends. */
const fileOf = (fd: number): ReadJournalFile => ({
  stat: async () => fstatSync(fd),
  read: async (buffer, offset, length, position) => ({
    bytesRead: readSync(fd, buffer, offset, length, position),
  }),
})
