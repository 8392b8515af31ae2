/** Owns reading a journal without holding its run: nothing is locked or fixed, and a live writer is not disturbed. */
import { join } from 'node:path'
import { type JournalPosition, journalStart, type ReadJournal } from '../port/run-store.ts'
import { fileTexts } from '../texts/file-texts.ts'
import { isPlaceIn } from './is-place-in.ts'
import { journalFileName } from './journal-name.ts'
import { proofOfEvents, refuseLostRecords } from './lost-records.ts'
import { readingJournal } from './reading-journal.ts'
import { scanJournal } from './scan-journal.ts'

/** Null if there is no journal. A record that is still being written, or that a crash cut short, is not shown. */
export async function readJournal(
  dir: string,
  from: JournalPosition = journalStart,
  mostBytes?: number,
): Promise<ReadJournal | null> {
  const path = join(dir, journalFileName)
  const proof = from.events === 0 ? proofOfEvents(dir) : null
  const journal = await readingJournal(path, async (file) => {
    const { events, end } = await scanJournal(file, path, fileTexts(dir), from, mostBytes)
    return { events, end }
  })
  if (journal === null || journal.end.events === 0) refuseLostRecords(dir, proof)
  return journal
}

/** False if there is no journal, but for its start. */
export async function journalHas(dir: string, position: JournalPosition): Promise<boolean> {
  const has = await readingJournal(join(dir, journalFileName), (file) => isPlaceIn(file, position))
  return has ?? position.events === 0
}
