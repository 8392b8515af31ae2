/** Owns the commands that answer a run's gates, as the operator is told them. */
import { type Gate, offers } from '@harness/core/kernel/gate'
import { isNeedGate } from '@harness/core/kernel/need'

export function answerAdvice(run: string, gates: readonly Gate[]): string {
  const grant = `harness grant ${run}${gates.some(isNeedGate) ? ' -m "…"' : ''}`
  const canStand = gates.some((gate) => offers(gate, { decision: 'let-stand' }))
  const letStand = canStand ? `, harness answer ${run} let-stand -m "why"` : ''
  return `${grant}${letStand}, or harness refuse ${run} -m "why"`
}
