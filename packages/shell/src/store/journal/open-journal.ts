/**
 * Owns the opening of a run's journal by the one process that holds its lease: what a crash left is read, verified and
 * fixed, and the store that appends goes on behind it. A journal that cannot be trusted is refused before anything is
 * written.
 */
import { join } from 'node:path'
import { makeDir, syncDir } from '../../machine/disk/durable-dir.ts'
import { journalStart, type OpenedJournal, type SnapshotReader } from '../port/run-store.ts'
import { fileTexts } from '../texts/file-texts.ts'
import { GroupCommit } from './group-commit.ts'
import { openJournalFile } from './journal-file.ts'
import { journalFileName } from './journal-name.ts'
import { journalUnwritable } from './journal-problem.ts'
import { proofOfEvents, refuseLostRecords } from './lost-records.ts'
import { readingJournal } from './reading-journal.ts'
import { repairRest } from './repair-rest.ts'
import { type JournalScan, scanJournal } from './scan-journal.ts'
import { type FoundSnapshot, findSnapshot } from './snapshot-file.ts'
import { SnapshotTaker } from './snapshot-taker.ts'

/** Without a reader no snapshot is used and all events come back. */
export async function openJournal(dir: string, reader: SnapshotReader | null = null): Promise<OpenedJournal> {
  const path = join(dir, journalFileName)
  const { scan, found } = await recover(dir, path, reader)
  const usable = found.type === 'usable' ? found.stored : null
  try {
    await makeDir(dir)
    const tornAside = await repairRest(path, scan)
    const file = openJournalFile(path)
    // Events that a killed process wrote but never synced are about to be acted on: make them as durable as the rest.
    await file.sync()
    await syncDir(dir)
    const texts = fileTexts(dir)
    const store = new GroupCommit(file, texts, scan.end)
    const taker = new SnapshotTaker(dir, store, texts, usable)
    return {
      store: {
        append: (event) => store.append(event),
        close: async () => {
          await taker.settled()
          await store.close()
        },
      },
      snapshot: usable?.snapshot ?? null,
      events: scan.events,
      tornAside,
      snapshotIgnored: found.type === 'ignored' ? found.reason : null,
      offerSnapshot: (snapshot) => taker.offer(snapshot),
    }
  } catch (cause) {
    throw journalUnwritable(path, cause)
  }
}

async function recover(
  dir: string,
  path: string,
  reader: SnapshotReader | null,
): Promise<{ scan: JournalScan; found: FoundSnapshot }> {
  const proof = proofOfEvents(dir)
  const recovered = await readingJournal(path, async (file) => {
    const texts = fileTexts(dir)
    const found: FoundSnapshot =
      reader === null ? { type: 'none' } : await findSnapshot(dir, file, texts, reader)
    const from = found.type === 'usable' ? found.stored.position : journalStart
    return { scan: await scanJournal(file, path, texts, from), found }
  })
  if (recovered === null || recovered.scan.end.events === 0) refuseLostRecords(dir, proof)
  return recovered ?? { scan: emptyScan, found: { type: 'none' } }
}

const emptyScan: JournalScan = { events: [], end: journalStart, rest: { type: 'nothing' } }
