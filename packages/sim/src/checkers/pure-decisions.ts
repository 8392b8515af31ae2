import type { Playbook } from '@harness/core/playbook'
import type { Checker, Complaint } from '../checker.ts'
import { frozen } from '../frozen.ts'
import { sameValue } from '../same-value.ts'

/**
 * Deciding is pure, and a state is safe in a snapshot: asked twice, and asked of a copy, it answers the same. States are
 * frozen here, so that whoever changes one is stopped by it.
 */
export function pureDecisions<Input, State>(playbook: Playbook<Input, State>): Checker<State> {
  let checked: State | null = null
  const check = (state: State): Complaint => {
    if (state === checked) return null
    checked = state
    const text = JSON.stringify(state)
    const copy = JSON.parse(text) as State
    if (!sameValue(copy, state)) return `a state does not survive as JSON: ${text}`
    frozen(state)
    const decision = playbook.decide(state)
    if (!sameValue(playbook.decide(state), decision)) return 'asked twice, decide answers differently'
    return sameValue(playbook.decide(copy), decision) ? null : 'decide answers differently for a copy'
  }
  return {
    name: 'pure decisions',
    recovered: (run) => check(run.state),
    folded: (_event, state) => check(state),
  }
}
