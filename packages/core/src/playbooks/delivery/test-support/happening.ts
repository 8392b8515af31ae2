/** Test support: how something happens in the story of a delivery, whatever it is. */

import { asCommitHash, asTreeHash, type CommandId } from '../../../kernel/ids.ts'
import type { Command, Event, Outcome } from '../effects.ts'
import { delivery } from '../playbook.ts'
import type { DeliveryState } from '../state.ts'

/** Happenings know no ids: each one ends the command that the state is asking for. */
export type Happening = (state: DeliveryState, at: number) => Event

export const outcome =
  (make: (id: CommandId, at: number, command: Command) => Outcome): Happening =>
  (state, at) => {
    const decision = delivery.decide(state)
    if (decision.type === 'end') throw new Error(`the run has ended: ${decision.end.reason}`)
    const [command] = decision.commands
    if (command === undefined) throw new Error('nothing is in flight')
    return make(command.id, at, command)
  }

export const commit = (name: string) => asCommitHash(`commit-${name}`)
export const tree = (name: string) => asTreeHash(`tree-${name}`)
