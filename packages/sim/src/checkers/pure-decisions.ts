import type { Playbook } from '@harness/core/playbook'
import type { Checker, Complaint } from '../checker.ts'
import { sameValue } from '../same-value.ts'

/** Deciding is pure, and a state is safe in a snapshot: asked twice, and asked of a copy, it answers the same. */
export function pureDecisions<Input, State>(playbook: Playbook<Input, State>): Checker<State> {
  const check = (state: State): Complaint => {
    const text = JSON.stringify(state)
    const copy = JSON.parse(text) as State
    if (!sameValue(copy, state)) return `a state does not survive as JSON: ${text}`
    const decision = JSON.stringify(playbook.decide(state))
    if (JSON.stringify(playbook.decide(state)) !== decision) return `asked twice, decide answers differently`
    if (JSON.stringify(playbook.decide(copy)) !== decision) return `decide answers differently for a copy`
    return JSON.stringify(state) === text ? null : 'decide changed the state it was asked about'
  }
  return {
    name: 'pure decisions',
    recovered: (run) => check(run.state),
    folded: (_event, state) => check(state),
  }
}
