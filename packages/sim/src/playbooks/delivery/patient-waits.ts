import { minuteMs } from '@harness/core/kernel/minute'
import type { Event } from '@harness/core/playbooks/delivery/effects'
import type { Checker } from '../../engine/checker.ts'

const longestMs = 9 * 24 * 60 * minuteMs

/** A rate limit is waited out: at least a minute, at most nine days, and not retried before. */
export function patientWaits<State>(): Checker<State, Event> {
  let limitedAt: number | null = null
  return {
    name: 'patient waits',
    durable(event) {
      if (event.type === 'AgentFailed') limitedAt = event.error.kind === 'rate_limit' ? event.at : null
      if (event.type === 'RunResumed' || event.type === 'TimerFired') limitedAt = null
      if (event.type !== 'CommandIssued' || limitedAt === null) return null
      const { command } = event
      if (command.type === 'RunAgent') return `${command.id} did not wait for the rate limit`
      if (command.type !== 'WakeAt') return null
      const waitMs = command.at - limitedAt
      return waitMs >= minuteMs && waitMs <= longestMs
        ? null
        : `${command.id} waits ${waitMs} ms for a rate limit`
    },
  }
}
