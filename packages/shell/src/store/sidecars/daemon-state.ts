/**
 * Owns what `state.json` says: which plan is being delivered, which are blocked and why, what was merged last, and the
 * last hundred things worth knowing. A pure projection of runs' events: projecting an event again changes nothing.
 */

import { isFrozen } from '@harness/core/effects/freeze'
import { isLaneMerged } from '@harness/core/effects/merge-lane'
import { isAgentFailed } from '@harness/core/effects/run-agent'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import { type DaemonState, historyLimit } from '@harness/formats/records/daemon-state'
import { printMoment } from '@harness/formats/text/moment'

type HistoryEventName =
  | 'plan_started'
  | 'plan_completed'
  | 'plan_blocked'
  | 'rate_limit_backoff'
  | 'merge_observed'
  | 'budget_ceiling_reached'
  | 'plan_over_budget'
  | 'frozen'

type HistoryEntry = DaemonState['history'][number]

/** The run an event belongs to; `warnings` are those of its state after the event. */
export interface ProjectedRun {
  readonly planId: string
  readonly runId: string
  readonly branch: string
  readonly logPath: string
}

export function projectEvent(
  state: DaemonState,
  run: ProjectedRun,
  event: AnyEvent,
  warnings: readonly HistoryEventName[],
): DaemonState {
  const at = printMoment(event.at)
  return warnings.reduce((next, warning) => warned(next, run, warning, at), projected(state, run, event, at))
}

function projected(state: DaemonState, run: ProjectedRun, event: AnyEvent, at: string): DaemonState {
  const entry = (name: HistoryEventName, detail?: string): HistoryEntry => ({
    at,
    event: name,
    planId: run.planId,
    runId: run.runId,
    ...(detail === undefined ? {} : { detail }),
  })
  const news = (change: Partial<DaemonState>, added: HistoryEntry): DaemonState =>
    isNews(state, added) ? remember({ ...state, ...change }, added) : state
  if (isRunEvent(event, 'RunStarted'))
    return news({ ...activated(state, run, at), runsFired: firedWith(state) }, entry('plan_started'))
  if (isRunEvent(event, 'RunResumed')) return { ...state, ...activated(state, run, at) }
  if (isAgentFailed(event) && event.error.kind === 'rate_limit')
    return news({}, entry('rate_limit_backoff', event.error.message))
  if (isLaneMerged(event)) return news({ lastMergeSha: event.commit }, entry('merge_observed', event.commit))
  if (isFrozen(event)) return news({}, entry('frozen', event.reason))
  if (!isRunEvent(event, 'RunEnded')) return state
  const { outcome, reason } = event.end
  // Work that only waits stays active, so that the next boot takes it up again.
  if (outcome === 'paused' || event.end.exitCode === exitCode.rateLimited) return state
  const released = { ...state, active: state.active?.runId === run.runId ? null : state.active }
  const added = outcome === 'done' ? entry('plan_completed') : entry('plan_blocked', reason)
  if (!isNews(state, added)) return released
  const blocked = without(state.blocked, run.planId)
  if (outcome !== 'done')
    blocked[run.planId] = { reason, blockedAt: at, retries: timesBlocked(state, run.planId) }
  return remember({ ...released, blocked }, added)
}

/** Once a daemon has written its part of the file, it alone counts the runs that it starts. */
const firedWith = (state: DaemonState): number => state.runsFired + (state.daemon === undefined ? 1 : 0)

const timesBlocked = (state: DaemonState, planId: string): number =>
  state.history.filter((entry) => entry.event === 'plan_blocked' && entry.planId === planId).length

function activated(
  state: DaemonState,
  run: ProjectedRun,
  at: string,
): Pick<DaemonState, 'active' | 'blocked'> {
  const startedAt = state.active?.runId === run.runId ? state.active.startedAt : at
  const { planId, runId, branch, logPath } = run
  const known = state.active?.planId === planId ? state.active.rateLimitRetries : 0
  const rateLimitRetries = typeof known === 'number' ? known : 0
  return {
    active: { planId, runId, branch, startedAt, logPath, rateLimitRetries },
    blocked: without(state.blocked, run.planId),
  }
}

/** A warning belongs to a run once, whatever event it is noticed at. */
function warned(state: DaemonState, run: ProjectedRun, warning: HistoryEventName, at: string): DaemonState {
  const known = state.history.some((entry) => entry.event === warning && entry.runId === run.runId)
  return known ? state : remember(state, { at, event: warning, planId: run.planId, runId: run.runId })
}

/** Adds an entry unless it is there, or so old that it may have been there. */
function remember(state: DaemonState, entry: HistoryEntry): DaemonState {
  if (!isNews(state, entry)) return state
  return { ...state, history: [...state.history, entry].slice(-historyLimit) }
}

function isNews(state: DaemonState, entry: HistoryEntry): boolean {
  const oldest = state.history[0]
  if (state.history.length >= historyLimit && oldest !== undefined && entry.at < oldest.at) return false
  return !state.history.some(
    (known) => known.event === entry.event && known.at === entry.at && known.runId === entry.runId,
  )
}

const without = <Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
