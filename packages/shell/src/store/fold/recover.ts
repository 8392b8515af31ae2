import { deniedAfter, noneDenied } from '@harness/core/effects/denied-calls'
import type { DeniedCalls } from '@harness/core/effects/run-agent'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { isOutcome, isRunEvent, type RunEnd } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'
import { lackedAfter } from '@harness/core/kernel/lacked'
import type { Playbook } from '@harness/core/kernel/playbook'
import { unconfinedAfter } from '@harness/core/kernel/unconfined'

/** What a journal says about its run: the state, what is still without an outcome, and how it ended if it did. */
export interface RecoveredRun<State> {
  readonly state: State
  readonly pending: ReadonlyMap<CommandId, AnyCommand>
  readonly lastEnd: RunEnd | null
  /** If the run was ever driven without a sandbox. */
  readonly unconfined: boolean
  /** Tool calls that its agents were not allowed. */
  readonly denied: DeniedCalls
  /** What its agents could not do on this machine. */
  readonly lacked: readonly string[]
}

/** The same, in a form that survives JSON: what a snapshot keeps, and what folding starts from. */
export interface FoldedRun<State> {
  readonly state: State
  readonly pending: readonly AnyCommand[]
  readonly lastEnd: RunEnd | null
  /** If the run was ever driven without a sandbox. */
  readonly unconfined: boolean
  /** Tool calls that its agents were not allowed; absent in a snapshot of before. */
  readonly denied?: DeniedCalls
  /** What its agents could not do on this machine; absent in snapshots of before. */
  readonly lacked?: readonly string[]
}

export const beginning = <State>(state: State): FoldedRun<State> => ({
  state,
  pending: [],
  lastEnd: null,
  unconfined: false,
})

export const folded = <State>(run: RecoveredRun<State>): FoldedRun<State> => ({
  ...run,
  pending: [...run.pending.values()],
})

/** Folds a run's events. Pure; another module reads the journal. */
export function recoverRun<Input, State>(
  playbook: Playbook<Input, State, AnyCommand>,
  from: FoldedRun<State>,
  events: readonly AnyEvent[],
): RecoveredRun<State> {
  // A snapshot of before does not say it.
  let { state, lastEnd, unconfined = true, denied = noneDenied, lacked = [] } = from
  const pending = new Map(from.pending.map((command) => [command.id, command]))
  for (const event of events) {
    state = playbook.evolve(state, event)
    lastEnd = endAfter(lastEnd, event)
    unconfined = unconfinedAfter(unconfined, event)
    denied = deniedAfter(denied, event)
    lacked = lackedAfter(lacked, event)
    trackPending(pending, event)
  }
  return { state, pending, lastEnd, unconfined, denied, lacked }
}

const endAfter = (lastEnd: RunEnd | null, event: AnyEvent): RunEnd | null =>
  isRunEvent(event, 'RunEnded') ? event.end : isRunEvent(event, 'RunResumed') ? null : lastEnd

/** Keeps the commands that were issued and have no outcome. */
export function trackPending(pending: Map<CommandId, AnyCommand>, event: AnyEvent): void {
  if (isRunEvent(event, 'CommandIssued')) pending.set(event.command.id, event.command)
  else if (isOutcome(event)) pending.delete(event.commandId)
}
