import type { Event } from '@harness/core/playbooks/delivery/effects'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import { possibleGates } from '@harness/core/playbooks/delivery/possible-gates'
import type { Checker } from '../../engine/checker.ts'

/** A person is asked nothing that the list of possible questions does not have. */
export function foretoldGates<State>(input: DeliveryInput): Checker<State, Event> {
  const foretold = new Set(possibleGates(input).map(({ name }) => name))
  return {
    name: 'foretold gates',
    durable(event) {
      if (event.type !== 'CommandIssued' || event.command.type !== 'AskHuman') return null
      const { name } = event.command.gate
      return foretold.has(name) ? null : `the gate ${name} is asked, but not among the possible ones`
    },
  }
}
