import { isOutcome } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'
import type { Event } from '@harness/core/playbooks/mission/state/effects'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { Checker } from '../../engine/checker.ts'

/**
 * Told from the journal alone: each agent that was called is counted, by the price of its answer, by what was paid when the run was
 * stopped, or, where its process died first, as a call of unknown price.
 */
export function callsCounted(): Checker<MissionState, Event> {
  const underWay = new Set<CommandId>()
  /** How many calls there were at least, with each record. */
  const least: number[] = []
  let calls = 0

  return {
    name: 'calls counted',
    durable(event, index) {
      if (event.type === 'CommandIssued' && event.command.type === 'RunAgent') underWay.add(event.command.id)
      if (isOutcome(event)) {
        underWay.delete(event.commandId)
        if ('spending' in event) calls++
      }
      if (event.type === 'RunInterrupted')
        for (const { commandId } of event.spent) {
          underWay.delete(commandId)
          calls++
        }
      // Whether it is begun again, and dies again, is not told: its first death is.
      if (event.type === 'RunResumed') {
        calls += underWay.size
        underWay.clear()
      }
      least[index] = calls
      return null
    },
    folded(_, { spent }, index) {
      const wanted = least[index] ?? 0
      return spent.calls < wanted ? `${spent.calls} calls are counted instead of ${wanted}` : null
    },
  }
}
