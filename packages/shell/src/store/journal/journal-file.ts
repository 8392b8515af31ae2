/**
 * Owns the open journal file: bytes go to its end, and a sync puts them on disk. Refuses to write to a file that
 * someone else has removed or changed, because what is written there would be lost or would damage what they wrote.
 */
import { closeSync, constants, fdatasync, fdatasyncSync, fstatSync, openSync, writeSync } from 'node:fs'
import { journalRemoved } from './journal-problem.ts'

/** What the journal needs of a file; the tests bring files that fail. */
export interface JournalFile {
  readonly path: string
  /** All of the bytes, or a throw after any part of them. */
  write(bytes: Buffer): void
  /** Everything written is on disk when it returns or resolves. */
  sync(): Promise<void> | undefined
  close(): void
}

/**
 * A sync on this thread costs two thirds of one on the thread pool, but stops everything else meanwhile: it is for
 * disks that answer at once. After a slow sync the next one goes to the pool.
 */
const slowSyncMs = 4

export function openJournalFile(path: string): JournalFile {
  const fd = openSync(
    path,
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW,
    0o666,
  )
  return journalFile(path, fd, fstatSync(fd).size)
}

export function journalFile(path: string, fd: number, sizeNow: number): JournalFile {
  let size = sizeNow
  let lastSyncMs = 0
  return {
    path,
    write(bytes) {
      const found = fstatSync(fd)
      if (found.nlink === 0) throw journalRemoved(path)
      if (found.size !== size) throw new Error('it was changed by someone else')
      for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written)
      size += bytes.length
    },
    sync() {
      const start = performance.now()
      if (lastSyncMs < slowSyncMs) {
        fdatasyncSync(fd)
        lastSyncMs = performance.now() - start
        return undefined
      }
      return new Promise((resolve, reject) =>
        fdatasync(fd, (error) => {
          lastSyncMs = performance.now() - start
          if (error === null) resolve()
          else reject(error)
        }),
      )
    },
    close: () => closeSync(fd),
  }
}
