import type { Event } from '@harness/core/playbooks/handbook-generation/effects'
import type { GenerationState } from '@harness/core/playbooks/handbook-generation/state'
import type { RunSummary } from '../../store/layout/run-summary.ts'

/** How the generation of a handbook stands after an event, for lists of runs. */
export function generationSummary(event: Event, state: GenerationState, startedAt: number): RunSummary {
  const { input, hurdle, spent } = state
  const end = event.type === 'RunEnded' ? event.end : null
  const sleep = hurdle?.type === 'sleep' ? hurdle : null
  return {
    playbook: 'handbook-generation',
    runId: input.runId,
    subject: 'handbook-generation',
    title: 'Make a handbook',
    branch: '',
    phase: state.phase,
    status:
      end?.outcome ??
      (event.type === 'RunInterrupted' ? 'interrupted' : sleep === null ? 'working' : 'sleeping'),
    startedAt,
    updatedAt: event.at,
    tokens: spent.tokens,
    usd: spent.usd,
    unpricedCalls: spent.unpricedCalls,
    waitingFor: sleep?.why ?? null,
    gate: null,
    sleepsUntil: sleep?.until ?? null,
    reason: end?.reason ?? null,
    next: end?.next ?? null,
    exitCode: end?.exitCode ?? null,
  }
}
