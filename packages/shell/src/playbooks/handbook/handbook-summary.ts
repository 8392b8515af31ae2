import type { Event } from '@harness/core/playbooks/handbook/effects'
import { nextWake } from '@harness/core/playbooks/handbook/evolve'
import { firstOpen } from '@harness/core/playbooks/handbook/order'
import { type HandbookState, subjectOf } from '@harness/core/playbooks/handbook/state'
import { handbookSubject } from '../../store/layout/run-subject.ts'
import type { RunSummary } from '../../store/layout/run-summary.ts'
import { handbookFile } from './open-handbook.ts'

/** How a handbook stands after an event, for lists of runs. */
export function handbookSummary(event: Event, state: HandbookState, startedAt: number): RunSummary {
  const { input, spent } = state
  const end = event.type === 'RunEnded' ? event.end : null
  const sleep = sleepOf(state)
  return {
    playbook: 'handbook',
    runId: input.runId,
    subject: handbookSubject,
    title: handbookFile,
    branch: input.baseBranch,
    phase: phaseText(state),
    status: statusOf(event, sleep !== null),
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

/** What is under way, else the prompt that comes next. */
export function phaseText({ flights, documents, ending }: HandbookState): string {
  if (ending !== null) return ending.reason
  const [first, ...more] = flights
  if (first !== undefined) return more.length === 0 ? subjectOf(first.task) : `${flights.length} prompts`
  return (documents === null ? null : firstOpen(documents.handbook)?.id) ?? 'begin'
}

/** Only where everything that is under way waits. */
export const sleepOf = (state: HandbookState): { readonly until: number; readonly why: string } | null =>
  state.flights.every(({ hurdle }) => hurdle?.type === 'sleep') ? nextWake(state) : null

function statusOf(event: Event, sleeps: boolean): RunSummary['status'] {
  if (event.type === 'RunEnded') return event.end.outcome
  if (event.type === 'RunInterrupted') return 'interrupted'
  return sleeps ? 'sleeping' : 'working'
}
