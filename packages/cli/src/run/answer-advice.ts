/** Owns the commands that answer a run's gates, as the operator is told them. */
import { choiceOf, type Gate } from '@harness/core/kernel/gate'
import { grant, letStand, refuse } from '@harness/core/kernel/gate-choices'
import { isNeedGate } from '@harness/core/kernel/need'

export function answerAdvice(run: string, gates: readonly Gate[]): string {
  const offered = (name: string): boolean => gates.some((gate) => choiceOf(gate, name) !== undefined)
  if (!offered(grant) || !offered(refuse)) return `harness answer ${run} <${choiceNames(gates)}>`
  const granting = `harness grant ${run}${gates.some(isNeedGate) ? ' -m "…"' : ''}`
  const standing = offered(letStand) ? `, harness answer ${run} ${letStand} -m "why"` : ''
  return `${granting}${standing}, or harness refuse ${run} -m "why"`
}

const choiceNames = (gates: readonly Gate[]): string =>
  [...new Set(gates.flatMap(({ choices }) => choices.map(({ name }) => name)))].join('|')
