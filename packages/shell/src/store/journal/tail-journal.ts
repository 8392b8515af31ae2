/** Owns following a journal that another process may be writing. Looks again at intervals; disturbs no writer. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { JournalPosition, ReadJournal } from '../port/run-store.ts'
import { readJournal } from './read-journal.ts'

const lookAgainMs = 300

/** Ends once the signal is aborted, after all records that were there by then. */
export async function* tailJournal(
  dir: string,
  from: JournalPosition,
  signal: AbortSignal,
): AsyncGenerator<ReadJournal, void, undefined> {
  for (let position = from; ; ) {
    const isLast = signal.aborted
    const journal = await readJournal(dir, position)
    if (journal !== null && journal.events.length > 0) {
      position = journal.end
      yield journal
    }
    if (isLast) return
    await sleep(lookAgainMs, undefined, { signal }).catch(() => {})
  }
}
