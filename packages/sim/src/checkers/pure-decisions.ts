import type { AnyCommand } from '@harness/core/kernel/effect'
import type { Playbook } from '@harness/core/kernel/playbook'
import type { Checker, Complaint } from '../engine/checker.ts'
import { lostInJson } from '../engine/plain-data.ts'
import { sameValue } from '../engine/same-value.ts'

/** Every so many states, decide is asked about a copy too. */
const statesPerCopy = 8

/**
 * Deciding is pure, and a state is safe in a snapshot: asked twice, and asked of a copy, it answers the same. States are
 * frozen here, so that code that changes one fails.
 */
export function pureDecisions<Input, State>(playbook: Playbook<Input, State, AnyCommand>): Checker<State> {
  let checked: State | null = null
  let states = 0
  const check = (state: State): Complaint => {
    if (state === checked) return null
    checked = state
    const lost = lostInJson(state)
    if (lost !== null) return `a snapshot would not keep state${lost}`
    const decision = playbook.decide(state)
    if (!sameValue(playbook.decide(state), decision)) return 'asked twice, decide answers differently'
    if (++states % statesPerCopy !== 0) return null
    const copy = JSON.parse(JSON.stringify(state)) as State
    return sameValue(playbook.decide(copy), decision) ? null : 'decide answers differently for a copy'
  }
  return { name: 'pure decisions', folded: (_event, state) => check(state) }
}
