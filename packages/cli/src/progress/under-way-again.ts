/** Tells what a run that is taken up again goes on with. Pure. */
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'

export interface UnderWayAgain {
  /** The agent or the checks; null where neither comes next. */
  readonly what: string | null
  /** Questions of open gates. */
  readonly asks: readonly string[]
}

export function underWayAgain(state: DeliveryState): UnderWayAgain {
  const decision = delivery.decide(state)
  const commands = decision.type === 'end' ? [] : decision.commands
  const named = commands.flatMap((command) =>
    command.type === 'RunAgent'
      ? [`the ${command.role}`]
      : command.type === 'RunChecks'
        ? command.checks.map(({ name }) => name)
        : [],
  )
  return {
    what: named.length === 0 ? null : named.join(', '),
    asks: commands.flatMap((command) => (command.type === 'AskHuman' ? [command.gate.question] : [])),
  }
}
