/** Owns which run of a subject is to be gone on with. */
import { isRunEvent } from '@harness/core/kernel/event'
import type { RunId } from '@harness/core/kernel/ids'
import { asRunId } from '@harness/core/kernel/ids'
import { openRunStore } from '../../store/open-run-store.ts'

/** The newest run of the subject that recorded anything, unless it has ended for good. */
export async function unfinishedRun(stateDir: string, subject: string): Promise<RunId | null> {
  const runs = openRunStore(stateDir)
  for (const run of await runs.list(subject)) {
    const journal = await runs.peek(run)
    if (journal === null || journal.type === 'empty') continue
    if (journal.type === 'refused') throw journal.error
    const last = journal.last.at(-1)
    return isRunEvent(last, 'RunEnded') && !last.end.resumable ? null : asRunId(run.runId)
  }
  return null
}
