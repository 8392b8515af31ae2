/** Finds what the run before this one kept to of the repository's own texts and hooks, to say what changed since. */
import { isRunEvent, type OwnFiles } from '@harness/core/kernel/event'
import type { RunRef, RunStore } from '../../store/port/run-store.ts'
import { startedIn } from './started-in.ts'

/** Null if no run before is known, of this checkout as far as that was recorded. */
export async function ownBefore(runs: RunStore, current: RunRef, repoRoot: string): Promise<OwnFiles | null> {
  for (const run of await runs.list()) {
    if (run.subject === current.subject && run.runId === current.runId) continue
    const journal = await runs.peek(run)
    if (journal?.type !== 'readable' || !isRunEvent(journal.first, 'RunStarted')) continue
    const { own, input } = journal.first
    const checkout = await startedIn(runs, run, (input ?? {}) as { readonly checkout?: string }, repoRoot)
    if (own !== undefined && (checkout ?? repoRoot) === repoRoot) return own
  }
  return null
}
