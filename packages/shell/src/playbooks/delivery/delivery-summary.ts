import { isOutcome } from '@harness/core/kernel/event'
import type { Event } from '@harness/core/playbooks/delivery/effects'
import { branchOf, type DeliveryState, phaseGroup } from '@harness/core/playbooks/delivery/state'
import type { RunSummary } from '../../store/layout/run-summary.ts'

/** How a delivery stands after an event, for lists of runs. */
export function deliverySummary(event: Event, state: DeliveryState, startedAt: number): RunSummary {
  const { input, hurdle, spent } = state
  const end = event.type === 'RunEnded' ? event.end : null
  return {
    playbook: 'delivery',
    runId: input.runId,
    subject: input.plan.id,
    title: input.plan.title,
    branch: branchOf(input),
    phase: state.phase === 'delivered' || state.phase === 'blocked' ? state.phase : phaseGroup(state),
    status: statusOf(event, state),
    startedAt,
    updatedAt: event.at,
    tokens: spent.tokens,
    usd: spent.usd,
    unpricedCalls: spent.unpricedCalls,
    waitingFor: hurdle?.type === 'gate' ? hurdle.gate.question : hurdle?.type === 'sleep' ? hurdle.why : null,
    gate: hurdle?.type === 'gate' ? hurdle.gate.name : null,
    ...(hurdle?.type === 'gate' ? { gateExitCode: hurdle.gate.exitCode } : {}),
    sleepsUntil: hurdle?.type === 'sleep' ? hurdle.until : null,
    reason: end?.reason ?? null,
    next: end?.next ?? null,
    exitCode: end?.exitCode ?? null,
    ...(state.phase === 'delivered' && state.planKept !== null ? { mergedUnmoved: state.merged } : {}),
  }
}

function statusOf(event: Event, state: DeliveryState): RunSummary['status'] {
  if (event.type === 'RunEnded') return event.end.outcome
  if (event.type === 'RunInterrupted') return 'interrupted'
  if (state.hurdle?.type === 'gate') return 'waiting'
  return state.hurdle?.type === 'sleep' && !(isOutcome(event) && event.type === 'TimerFired')
    ? 'sleeping'
    : 'working'
}
