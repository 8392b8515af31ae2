import { isOutcome } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'
import type { Event } from '@harness/core/playbooks/mission/state/effects'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { Checker } from '../../engine/checker.ts'

/**
 * Told from the journal alone: each agent that was called is counted, by the price of its answer, by what was paid when the
 * run was stopped, or, if its process died first, once as a call that has yet to answer.
 */
export function callsCounted(): Checker<MissionState, Event> {
  const underWay = new Set<CommandId>()
  /** Those that have not answered since. */
  const died = new Set<CommandId>()
  /** Paid for when the run was stopped. Whether one is begun again, and dies, is not told. */
  const stopped = new Set<CommandId>()
  /** How many calls there were at least and at most, with each record. */
  const known: (readonly [least: number, most: number])[] = []
  let calls = 0

  return {
    name: 'calls counted',
    durable(event, index) {
      if (event.type === 'CommandIssued' && event.command.type === 'RunAgent') underWay.add(event.command.id)
      if (isOutcome(event)) {
        underWay.delete(event.commandId)
        if ('spending' in event) {
          stopped.delete(event.commandId)
          if (!died.delete(event.commandId)) calls++
        }
      }
      if (event.type === 'RunInterrupted')
        for (const { commandId } of event.spent) {
          underWay.delete(commandId)
          if (!died.has(commandId)) stopped.add(commandId)
          calls++
        }
      if (event.type === 'RunResumed') {
        calls += underWay.size
        for (const id of underWay) died.add(id)
        underWay.clear()
      }
      known[index] = [calls, calls + stopped.size]
      return null
    },
    folded(_, { spent }, index) {
      const [least, most] = known[index] ?? [0, Number.POSITIVE_INFINITY]
      if (spent.calls < least) return `${spent.calls} calls are counted instead of ${least}`
      return spent.calls > most ? `${spent.calls} calls are counted, and there were at most ${most}` : null
    },
  }
}
