/** How a mission stands after an event, for lists of runs. */

import type { Hurdle } from '@harness/core/kernel/hurdle'
import type { Event } from '@harness/core/playbooks/mission/effects'
import type { MissionState } from '@harness/core/playbooks/mission/state'
import { missionSubject } from '../../store/layout/run-subject.ts'
import type { RunSummary } from '../../store/layout/run-summary.ts'

export function missionSummary(event: Event, state: MissionState, startedAt: number): RunSummary {
  const { input, spent } = state
  const end = event.type === 'RunEnded' ? event.end : null
  const gate = gateOf(state)
  const sleep = gate === null ? sleepOf(state) : null
  return {
    playbook: 'mission',
    runId: input.runId,
    subject: missionSubject,
    title: input.specPath,
    branch: input.baseBranch,
    phase: missionPhase(state),
    status: statusOf(event, gate !== null, sleep !== null),
    startedAt,
    updatedAt: event.at,
    tokens: spent.tokens,
    usd: spent.usd,
    unpricedCalls: spent.unpricedCalls,
    waitingFor: gate?.question ?? sleep?.why ?? null,
    gate: gate?.name ?? null,
    sleepsUntil: sleep?.until ?? null,
    reason: end?.reason ?? null,
    next: end?.next ?? null,
    exitCode: end?.exitCode ?? null,
  }
}

/** Planning, building so many features, or about to end. */
export function missionPhase({ main, flights, documents }: MissionState): string {
  if (main.type === 'over') return main.end
  if (documents?.features == null) return 'planning'
  const wanted = documents.features.filter(({ status }) => status !== 'blocked')
  const passed = wanted.filter(({ status }) => status === 'passed').length
  const under = flights.length === 0 ? '' : `, ${flights.length} under way`
  return `${passed} of ${wanted.length} passed${under}`
}

const hurdlesOf = ({ hurdle, flights }: MissionState): readonly (Hurdle | null)[] => [
  hurdle,
  ...flights.map((flight) => flight.hurdle),
]

function gateOf(state: MissionState) {
  if (state.main.type === 'gate') return state.main.gate
  const gate = hurdlesOf(state).find((hurdle) => hurdle?.type === 'gate')
  return gate?.type === 'gate' ? gate.gate : null
}

/** The whole run sleeps only if nothing else is under way. */
export function sleepOf(state: MissionState): { readonly until: number; readonly why: string } | null {
  const sleeps = hurdlesOf(state).flatMap((hurdle) => (hurdle?.type === 'sleep' ? [hurdle] : []))
  if (sleeps.length === 0 || state.calls.length > 0) return null
  return sleeps.reduce((first, one) => (one.until < first.until ? one : first))
}

function statusOf(event: Event, waits: boolean, sleeps: boolean): RunSummary['status'] {
  if (event.type === 'RunEnded') return event.end.outcome
  if (event.type === 'RunInterrupted') return 'interrupted'
  if (waits) return 'waiting'
  return sleeps ? 'sleeping' : 'working'
}
