/**
 * Finds what `harness show` tells of a run. The report that the engine stored is enough if it covers the journal;
 * otherwise the playbook folds the journal again.
 */
import type { AskHuman } from '@harness/core/effects/ask-human'
import type { BudgetLedger } from '@harness/core/kernel/budget-ledger'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { type RunReport, reportOf, wantedIn } from '@harness/shell/engine/run-report'
import { pathInRepository } from '@harness/shell/store/layout/repository-names'
import type { StoredReport } from '@harness/shell/store/layout/stored-report'
import type { KnownRun } from '@harness/shell/store/port/run-store'
import type { SpendingState } from '@harness/shell/store/sidecars/run-sidecars'
import { otherVersion } from '@harness/shell/store/trust/other-version'
import type { Playbooks } from '../../line/playbooks.ts'
import { gatesIn, unansweredGates } from '../open-gate.ts'
import { type Chapter, recordedEvents, wholeStory } from '../run-story.ts'
import type { StatePlace } from '../target/state-dir.ts'

export interface ShownRun {
  readonly report: RunReport
  readonly spent: BudgetLedger
  readonly chapters: readonly Chapter[]
  /** The open gates, in the order in which they were put. */
  readonly gates: readonly AskHuman[]
  /** What a state of the run wants in flight. */
  wantedIn(state: SpendingState): readonly AnyCommand[]
}

export async function shownRun(
  playbooks: Playbooks,
  { root, runs }: StatePlace,
  run: KnownRun,
): Promise<ShownRun> {
  const events = await recordedEvents(runs, run)
  const stored = await runs.reportOf<RunReport>(run)
  const reader = playbooks.named(run.summary?.playbook ?? '')?.identity
  const canFold = reader !== undefined && events.every((event) => otherVersion(run, event, reader) === null)
  if (stored !== null && (!canFold || isEnough(stored, events))) return asStored(stored, events)
  const { face, chapters, last } = await wholeStory(playbooks, runs, run)
  const { registration } = face
  return {
    report: reportOf(registration, last.state, (name) => pathInRepository(root, name)),
    spent: last.state.spent,
    chapters,
    gates: gatesIn({ face, chapters }),
    wantedIn: (state) => wantedIn(registration.playbook, state),
  }
}

/** What a resumed run paid, and which of its gates wait while it is paused, only its states tell. */
const isEnough = (stored: StoredReport<RunReport>, events: readonly AnyEvent[]): boolean =>
  stored.events === events.length &&
  events.every(({ type }) => type !== 'RunResumed') &&
  (stored.gates.length > 0 || unansweredGates(events).length === 0)

function asStored({ report, spent, gates }: StoredReport<RunReport>, events: readonly AnyEvent[]): ShownRun {
  const open = unansweredGates(events)
  const asked = open.filter(({ id }) => gates.some((gate) => gate.id === id))
  return {
    report,
    spent,
    chapters: events.map((event) => ({ event, state: { spent } })),
    gates: asked.length === 0 ? open : asked,
    wantedIn: () => [],
  }
}
