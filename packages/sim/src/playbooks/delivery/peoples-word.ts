import { isOutcome } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'
import { programs } from '@harness/core/playbooks/delivery/by-hand'
import type { Event } from '@harness/core/playbooks/delivery/effects'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import { byHand } from '@harness/core/work/by-hand'
import type { Checker } from '../../engine/checker.ts'
import { completedByOthers } from '../../world/disturbances.ts'

/**
 * Told by the journal and by who commits. A plan that others completed while an unconfined program worked ends no run as
 * done before a person says that it was done by hand. A run that is done by such a plan lists it.
 */
export function peoplesWord(confined: boolean): Checker<DeliveryState, Event> {
  const working = new Set<CommandId>()
  let isDoubtful = false
  return {
    name: 'people’s word',
    changed({ kind }) {
      if (kind === completedByOthers && !confined && working.size > 0) isDoubtful = true
      return null
    },
    processEnded() {
      working.clear()
      return null
    },
    durable(event) {
      if (event.type === 'CommandIssued' && programs.has(event.command.type)) working.add(event.command.id)
      if (isOutcome(event)) working.delete(event.commandId)
      if (event.type === 'RunInterrupted' || event.type === 'RunResumed') working.clear()
      if (event.type === 'GateAnswered' && event.answer.choice === byHand) isDoubtful = false
      if (event.type !== 'RunEnded' || event.end.outcome !== 'done') return null
      const { reason } = event.end
      if (!reason.includes('by others meanwhile')) return null
      if (isDoubtful)
        return 'the run is done by a plan that changed while a program worked, and no person vouched for it'
      return reason.includes('By hand: 0001')
        ? null
        : 'the plan was completed by hand, and the end does not list it'
    },
  }
}
