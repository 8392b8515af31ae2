/** Owns which audits a merge leads to, and what their verdicts do to the daemon. */
import type { AfterMergeHook, HookResult } from './effects.ts'
import { remember } from './history.ts'
import { paused } from './modes.ts'
import type { DaemonState } from './state.ts'

/** The drift audit never runs while paused; the release gate until it has passed once. */
export function dueHooks({ merges, mode, seen }: DaemonState): readonly AfterMergeHook[] {
  const settings = seen?.config?.settings
  if (settings === undefined) return []
  const { fidelityEvery, releaseGate } = settings
  const audits = fidelityEvery > 0 && merges.sinceAudit >= fidelityEvery && mode === 'running'
  return [
    ...(audits ? (['fidelity'] as const) : []),
    ...(releaseGate && merges.gateDue && !merges.releaseReady ? (['release-gate'] as const) : []),
  ]
}

export function followed(
  before: DaemonState,
  { hook, verdict, detail }: HookResult,
  at: number,
): DaemonState {
  const { merges } = before
  const state = {
    ...before,
    merges: hook === 'fidelity' ? { ...merges, sinceAudit: 0 } : { ...merges, gateDue: false },
  }
  if (verdict === 'failed') return remember(state, at, 'hook_failed', null, `${hook}: ${detail}`)
  if (hook === 'fidelity')
    return verdict === 'goes-on'
      ? remember(state, at, 'fidelity_check_ok', null, detail)
      : paused(remember(state, at, 'fidelity_blocked', null, detail), {
          why: 'fidelity',
          reason: detail,
          since: at,
        })
  if (verdict === 'goes-on') return state
  const ready = { ...state, merges: { ...state.merges, releaseReady: true } }
  return paused(remember(ready, at, 'release_candidate_ready', null, detail), {
    why: 'release-ready',
    reason: detail,
    since: at,
  })
}
