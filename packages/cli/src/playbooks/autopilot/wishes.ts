/** Owns which wishes for phases a command refuses: what is over or under way stays as it is. */
import type { PhaseWishes } from '@harness/core/playbooks/autopilot/documents'
import type { NumberedPhase } from '@harness/core/playbooks/autopilot/state'

/** Why wishes cannot be met; null if they can. */
export function objectionTo(
  phases: readonly Pick<NumberedPhase, 'number' | 'status'>[],
  { skip, order }: PhaseWishes,
): string | null {
  for (const number of [...skip, ...order]) {
    const phase = phases.find((one) => one.number === number)
    if (phase === undefined) return `There is no phase ${number}: the session has ${phases.length}.`
    if (phase.status === 'complete') return `Phase ${number} is complete. A complete phase never runs again.`
    if (phase.status === 'in-progress')
      return `Phase ${number} is under way. Skip it at its next gate, or stop the run first.`
  }
  return null
}
