import { isOutcome } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'
import type { Event } from '@harness/core/playbooks/mission/state/effects'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { Checker } from '../../engine/checker.ts'

/**
 * Told from the journal alone: each agent that was called is counted. Its answer is counted by its price, and so is what was
 * paid when the run was stopped. As long as it has not answered, also after its process died, it is held for. Who died and
 * then ended without a price is counted too.
 */
export function callsCounted(): Checker<MissionState, Event> {
  const underWay = new Set<CommandId>()
  const died = new Set<CommandId>()
  /** Paid for when the run was stopped, and held for if it is begun again: that is not told. */
  const stopped = new Set<CommandId>()
  /** How many calls there were at least and at most, with each record. */
  const known: (readonly [least: number, most: number])[] = []
  let ended = 0

  return {
    name: 'calls counted',
    durable(event, index) {
      if (event.type === 'CommandIssued' && event.command.type === 'RunAgent') underWay.add(event.command.id)
      if (isOutcome(event)) {
        underWay.delete(event.commandId)
        if ('spending' in event) stopped.delete(event.commandId)
        if ('spending' in event || died.has(event.commandId)) ended++
      }
      if (event.type === 'RunInterrupted')
        for (const { commandId } of event.spent) {
          if (underWay.delete(commandId)) stopped.add(commandId)
          ended++
        }
      if (event.type === 'RunResumed') for (const id of underWay) died.add(id)
      const calls = ended + underWay.size
      known[index] = [calls, calls + stopped.size]
      return null
    },
    folded(_, { spent, reserved }, index) {
      const [least, most] = known[index] ?? [0, Number.POSITIVE_INFINITY]
      const calls = spent.calls + Object.keys(reserved).length
      if (calls < least) return `${calls} calls are counted instead of ${least}`
      return calls > most ? `${calls} calls are counted, and there were at most ${most}` : null
    },
  }
}
