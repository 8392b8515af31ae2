import type { ForgeFailed } from '@harness/core/effects/forge-failed'
import type { AgentFailed } from '@harness/core/effects/run-agent'
import { isOutcome } from '@harness/core/kernel/event'
import { passed } from '@harness/core/kernel/evidence'
import { phaseOf } from '@harness/core/kernel/ids'
import type { Event } from '@harness/core/playbooks/delivery/effects'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import type { Checker, Complaint } from '../../engine/checker.ts'
import { verdictOf } from './verdict.ts'

/**
 * No limit is exceeded. Counted from the journal alone, again whenever a person grants more (and, for what only agents'
 * failures use up, whenever a person resumes); the playbook's own budgets must agree.
 */
export function limits(input: DeliveryInput): Checker<DeliveryState, Event> {
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
        reset(...Object.keys(agentFailures), ...phases)
        return null
      case 'AgentFinished':
        reset(...Object.keys(agentFailures))
        return verdictOf(event) === null ? null : count('review passes', input.review.maxPasses)
      case 'PullOpened':
      case 'CiReported':
        reset(...Object.keys(agentFailures))
        return null
      case 'ForgeFailed':
      case 'AgentFailed': {
        const name = failureName(event)
        return name === null ? null : count(name, agentFailures[name])
      }
      case 'ChecksFinished': {
        if (phaseOf(event.commandId) !== 'checks') return null
        const proven =
          event.evidence.every(passed) &&
          input.checks.every(({ name }) => event.evidence.some((item) => item.check === name))
        if (!proven) return count('failing checks in a row', input.retries.checkFixes + 1)
        // Proof is progress: what failures used up is given back.
        reset('failing checks in a row', ...Object.keys(agentFailures))
        return null
      }
      case 'MergeRefused':
        return goesBack.has(event.reason) ? count('lost merge races', 6) : null
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

/** How often an agent may fail in a row: each wait or pause, and the failure that is one too many. */
const agentFailures = {
  'waits for an unknown reset': 3 + 1,
  'waits for a known reset': 24 + 1,
  'pauses after a transient error': 3 + 1,
} as const

const goesBack: ReadonlySet<string> = new Set(['base-moved', 'conflict', 'checks-failed'])

const longestWindowMs = 8 * 24 * 3_600_000

function failureName({ error, at }: AgentFailed | ForgeFailed): keyof typeof agentFailures | null {
  if (error.kind === 'network' || error.kind === 'overloaded') return 'pauses after a transient error'
  if (error.kind !== 'rate_limit') return null
  return error.resetsAt === undefined || error.resetsAt > at + longestWindowMs
    ? 'waits for an unknown reset'
    : 'waits for a known reset'
}

const phases = [
  'open',
  'implement',
  'checks',
  'review',
  'fix',
  'read-plan',
  'capture-ui',
  'review-ui',
  'e2e-verify',
  'preflight',
  'prepare-pr',
  'open-pr',
  'await-ci',
  'merge-check',
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
