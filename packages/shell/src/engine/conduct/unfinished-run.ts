/** Owns which run of a subject is to be gone on with. */
import { isRunEvent } from '@harness/core/kernel/event'
import type { RunId } from '@harness/core/kernel/ids'
import { asRunId } from '@harness/core/kernel/ids'
import { peekJournal } from '../../store/journal/peek-journal.ts'
import { runsOf } from '../../store/runs/runs.ts'

/** The newest run of the subject that recorded anything, unless it has ended for good. */
export async function unfinishedRun(stateDir: string, subject: string): Promise<RunId | null> {
  for (const run of await runsOf(stateDir, subject)) {
    const journal = await peekJournal(run.dir)
    if (journal === null || journal.type === 'empty') continue
    if (journal.type === 'refused') throw journal.error
    const last = journal.last.at(-1)
    return isRunEvent(last, 'RunEnded') && !last.end.resumable ? null : asRunId(run.runId)
  }
  return null
}
