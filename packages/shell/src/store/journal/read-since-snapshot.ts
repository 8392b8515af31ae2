/** Owns reading the newest usable snapshot of a journal and the events after it, without holding the run. */
import { join } from 'node:path'
import type { JournalSinceSnapshot, SnapshotReader } from '../port/run-store.ts'
import { fileTexts } from '../texts/file-texts.ts'
import { journalFileName } from './journal-name.ts'
import { proofOfEvents, refuseLostRecords } from './lost-records.ts'
import { readingJournal } from './reading-journal.ts'
import { scanJournal } from './scan-journal.ts'
import { findSnapshot } from './snapshot-file.ts'

/** Null if there is no journal. */
export async function readSinceSnapshot(
  dir: string,
  reader: SnapshotReader,
): Promise<JournalSinceSnapshot | null> {
  const path = join(dir, journalFileName)
  const proof = proofOfEvents(dir)
  return readingJournal(path, async (file) => {
    const texts = fileTexts(dir)
    const found = await findSnapshot(dir, file, texts, reader)
    const stored = found.type === 'usable' ? found.stored : null
    const { events, end } = await scanJournal(file, path, texts, stored?.position)
    if (end.events === 0) refuseLostRecords(dir, proof)
    return { snapshot: stored?.snapshot ?? null, events, end }
  })
}
