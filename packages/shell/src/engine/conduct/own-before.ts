/** Finds what the run before this one kept to of the repository's own texts and hooks, to say what changed since. */
import { isRunEvent, type OwnFiles } from '@harness/core/kernel/event'
import { peekJournal } from '../../store/journal/peek-journal.ts'
import { knownRuns } from '../../store/runs/runs.ts'

/** Null if no run before is known, of this checkout as far as that was recorded. */
export async function ownBefore(
  stateDir: string,
  runDir: string,
  repoRoot: string,
): Promise<OwnFiles | null> {
  for (const { dir } of await knownRuns(stateDir)) {
    if (dir === runDir) continue
    const journal = await peekJournal(dir)
    if (journal?.type !== 'readable' || !isRunEvent(journal.first, 'RunStarted')) continue
    const { own, input } = journal.first
    const { checkout = repoRoot } = (input ?? {}) as { readonly checkout?: string }
    if (own !== undefined && checkout === repoRoot) return own
  }
  return null
}
