import { type Event, isOutcome } from '@harness/core/event'
import { phaseOf } from '@harness/core/ids'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import type { Checker, Complaint } from '../checker.ts'

/**
 * No limit is exceeded. Counted from the journal alone, anew whenever a person grants more (and, for what only agents'
 * failures use up, whenever a person resumes); the playbook's own budgets must agree.
 */
export function limits(input: DeliveryInput): Checker<DeliveryState> {
  let counts: Readonly<Record<string, number>> = {}
  const reset = (...names: readonly string[]): void => {
    counts = Object.fromEntries(Object.entries(counts).filter(([name]) => !names.includes(name)))
  }
  const count = (name: string, limit: number): Complaint => {
    const times = (counts[name] ?? 0) + 1
    counts = { ...counts, [name]: times }
    return times > limit ? `${name}: ${times} times, where ${limit} are allowed` : null
  }
  const most = mostDispatches(input)

  const counted = (event: Event): Complaint => {
    switch (event.type) {
      case 'GateAnswered':
        counts = {}
        return null
      case 'RunResumed':
        reset(
          'waits for an unknown reset',
          'waits for a known reset',
          'pauses after a transient error',
          ...phases,
        )
        return null
      case 'AgentFinished': {
        reset('waits for an unknown reset', 'waits for a known reset', 'pauses after a transient error')
        const isReview = phaseOf(event.commandId) === 'review'
        if (isReview && event.violation === null && event.output.kind === 'review')
          return count('review passes', input.review.maxPasses)
        return null
      }
      case 'AgentFailed':
        return event.error.kind === 'rate_limit'
          ? event.error.resetsAt === undefined
            ? count('waits for an unknown reset', 4)
            : count('waits for a known reset', 25)
          : event.error.kind === 'network' || event.error.kind === 'overloaded'
            ? count('pauses after a transient error', 4)
            : null
      case 'ChecksFinished': {
        const proven = input.checks.every(({ name }) =>
          event.evidence.some((item) => item.check === name && item.exitCode === 0 && item.problem === null),
        )
        if (!proven) return count('failing checks in a row', input.retries.checkFixes + 1)
        reset('failing checks in a row')
        return null
      }
      case 'MergeRefused':
        return event.reason === 'base-moved' ? count('lost merge races', 6) : null
      default:
        return null
    }
  }

  return {
    name: 'limits',
    durable(event) {
      const complaint = counted(event)
      if (complaint !== null || !isOutcome(event)) return complaint
      const phase = phaseOf(event.commandId)
      return count(phase, most)
    },
    folded(_event, { retries }) {
      for (const [kind, { used, limit }] of Object.entries(retries))
        if (used > limit) return `${kind}: ${used} used of ${limit}`
      return null
    },
  }
}

const phases = [
  'open',
  'implement',
  'checks',
  'review',
  'fix',
  'preflight',
  'merge',
  'complete',
  'close',
  'wait',
]

/**
 * More commands of one phase than this, without a person in between, is no progress: each review pass may be preceded
 * by a full budget of check fixes, each fix by one empty change, and each call by all the waits there are.
 */
const mostDispatches = ({ review, retries }: DeliveryInput): number =>
  (review.maxPasses + 1) * (retries.checkFixes + 2) * 2 * (24 + 3 + 3 + 2)
