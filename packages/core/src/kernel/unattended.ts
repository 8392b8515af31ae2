/** Owns questions in a playbook that asks no person: the run stops and says so. */
import { exitCode } from './exit-code.ts'
import { halt, type Retrying } from './retrying.ts'

export function unattended<State extends Retrying>(state: State): State {
  const { hurdle } = state
  if (hurdle?.type !== 'gate') return state
  return halt(state, {
    exitCode: exitCode.halted,
    reason: `${hurdle.gate.question.replace(/ Try again\?$/, '')} ${hurdle.gate.detail}`,
    next: 'Fix the cause, then: harness resume',
  })
}
