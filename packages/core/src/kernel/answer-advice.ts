/** Owns the commands that answer a run's gates, as the operator is told them. */
import { grant, letStand, refuse } from './gate-choices.ts'
import { isNeedGate } from './need.ts'

/** What the advice depends on; a list of runs knows no more of a gate. */
interface AnswerableGate {
  readonly name: string
  readonly choices: readonly { readonly name: string }[]
}

/** `target` is the name of the run, or of the gate. */
export function answerAdvice(target: string, gates: readonly AnswerableGate[]): string {
  const choices = [...new Set(gates.flatMap((gate) => gate.choices.map(({ name }) => name)))]
  if (!choices.includes(grant) || !choices.includes(refuse))
    return `harness answer ${target} <${choices.join('|')}>`
  const granting = `harness grant ${target}${gates.some(isNeedGate) ? ' -m "…"' : ''}`
  const standing = choices.includes(letStand) ? `, harness answer ${target} ${letStand} -m "why"` : ''
  return `${granting}${standing}, or harness refuse ${target} -m "why"`
}
