import type { Command } from '@harness/core/command'
import { type Event, isOutcome, type RunEnd } from '@harness/core/event'
import type { CommandId } from '@harness/core/ids'
import type { Playbook } from '@harness/core/playbook'

/** What a journal says about its run: the state, what is still without an outcome, and whether it has ended. */
export interface RecoveredRun<State> {
  readonly state: State
  readonly pending: ReadonlyMap<CommandId, Command>
  readonly lastEnd: RunEnd | null
  readonly events: number
}

/** What folding starts from: nothing yet, or a snapshot. Pending commands and the end are part of it. */
export interface FoldedRun<State> {
  readonly state: State
  readonly pending: readonly Command[]
  readonly lastEnd: RunEnd | null
}

/** Folds a run's events. Pure; reading the journal is somebody else's work. */
export function recoverRun<Input, State>(
  playbook: Playbook<Input, State>,
  from: FoldedRun<State>,
  events: readonly Event[],
): RecoveredRun<State> {
  let { state, lastEnd } = from
  const pending = new Map(from.pending.map((command) => [command.id, command]))
  for (const event of events) {
    state = playbook.evolve(state, event)
    if (event.type === 'CommandIssued') pending.set(event.command.id, event.command)
    else if (event.type === 'RunEnded') lastEnd = event.end
    else if (event.type === 'RunResumed') lastEnd = null
    else if (isOutcome(event)) pending.delete(event.commandId)
  }
  return { state, pending, lastEnd, events: events.length }
}
