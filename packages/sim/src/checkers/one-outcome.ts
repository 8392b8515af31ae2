import { isOutcome, isRunEvent } from '@harness/core/kernel/event'
import type { Checker } from '../engine/checker.ts'

/** Every command is issued once and has at most one outcome, which comes after it was issued. */
export function oneOutcome<State>(): Checker<State> {
  const issued = new Set<string>()
  const ended = new Set<string>()
  return {
    name: 'one outcome',
    durable(event) {
      if (isRunEvent(event, 'CommandIssued')) {
        const { id } = event.command
        if (issued.has(id)) return `${id} was issued twice`
        issued.add(id)
      }
      if (isOutcome(event)) {
        if (!issued.has(event.commandId))
          return `${event.type} ends ${event.commandId}, which was never issued`
        if (ended.has(event.commandId)) return `${event.commandId} has a second outcome, ${event.type}`
        ended.add(event.commandId)
      }
      return null
    },
  }
}
