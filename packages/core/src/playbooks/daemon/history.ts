/** Owns the latest things that are worth knowing. */
export const historyLimit = 100

export interface HistoryEntry {
  readonly at: number
  readonly event: HistoryEvent
  readonly planId: string | null
  readonly detail: string
}

export type HistoryEvent =
  | 'plan_started'
  | 'plan_completed'
  | 'plan_blocked'
  | 'plan_waiting'
  | 'plan_gone'
  | 'plan_unblocked'
  | 'rate_limit_backoff'
  | 'restart_backoff'
  | 'held'
  | 'graph_refreshed'
  | 'config_reloaded'
  | 'merge_observed'
  | 'base_rewritten'
  | 'forge_unreachable'
  | 'forge_reached'
  | 'budget_ceiling_reached'
  | 'frozen'
  | 'unfrozen'
  | 'freeze_failed'
  | 'fidelity_check_ok'
  | 'fidelity_blocked'
  | 'release_candidate_ready'
  | 'hook_failed'
  | 'paused'
  | 'resumed'
  | 'draining'
  | 'stopping'
  | 'queued'
  | 'booted'

interface Remembering {
  readonly history: readonly HistoryEntry[]
}

export const remember = <State extends Remembering>(
  state: State,
  at: number,
  event: HistoryEvent,
  planId: string | null = null,
  detail = '',
): State => ({
  ...state,
  history: [...state.history, { at, event, planId, detail }].slice(-historyLimit),
})
