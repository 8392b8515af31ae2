import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { isOutcome, isRunEvent } from '@harness/core/kernel/event'
import type { Playbook } from '@harness/core/kernel/playbook'
import type { Checker } from '../engine/checker.ts'
import { sameValue } from '../engine/same-value.ts'

/**
 * The journal is the truth: what a process knows of the run after any event, and after any recovery from journal or
 * snapshot, is what folding the journal from its beginning gives.
 */
export function faithfulState<Input, State>(
  playbook: Playbook<Input, State, AnyCommand>,
  input: Input,
): Checker<State> {
  let state = playbook.initialState(input)
  const states: State[] = []
  const pending = new Set<string>()
  const note = (event: AnyEvent): void => {
    if (isRunEvent(event, 'CommandIssued')) pending.add(event.command.id)
    else if (isOutcome(event)) pending.delete(event.commandId)
  }
  const differs = (known: State, events: number): string | null => {
    const told = states[events - 1]
    return events === 0 || sameValue(known, told)
      ? null
      : `after ${events} events the process knows ${JSON.stringify(known)}\nthe journal says ${JSON.stringify(told)}`
  }
  return {
    name: 'faithful state',
    durable(event) {
      state = playbook.evolve(state, event)
      states.push(state)
      note(event)
      return null
    },
    recovered(run, events) {
      const known = [...run.pending.keys()].sort().join(' ')
      const told = [...pending].sort().join(' ')
      return known === told ? differs(run.state, events) : `recovered “${known}” as pending, not “${told}”`
    },
    folded: (_event, known, index) => differs(known, index + 1),
  }
}
