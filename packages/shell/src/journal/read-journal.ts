/** Owns reading a journal without holding its run: nothing is locked or mended, and a live writer is not disturbed. */
import { join } from 'node:path'
import type { Event } from '@harness/core/event'
import { readingJournal } from './reading-journal.ts'
import { type JournalPosition, journalFileName, journalStart, scanJournal } from './scan-journal.ts'

export interface ReadJournal {
  readonly events: readonly Event[]
  /** Pass it to the next call to read only what has come since. */
  readonly end: JournalPosition
}

/** Null where there is no journal. A record that is still being written, or that a crash cut short, is not shown. */
export async function readJournal(
  dir: string,
  from: JournalPosition = journalStart,
): Promise<ReadJournal | null> {
  const path = join(dir, journalFileName)
  return readingJournal(path, async (file) => {
    const { events, end } = await scanJournal(file, path, from)
    return { events, end }
  })
}
