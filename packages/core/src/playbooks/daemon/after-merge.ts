/** Owns which audits a merge leads to, and what their verdicts do to the daemon. */
import { minuteMs } from '../../kernel/minute.ts'
import { backoffMs } from '../../kernel/retry-budget.ts'
import type { AfterMergeHook, HookResult, MergeFollowed } from './effects.ts'
import { remember } from './history.ts'
import { paused } from './modes.ts'
import type { DaemonState } from './state.ts'

/**
 * The drift audit never runs while paused; the release gate runs until the mark of a release is there. A product that
 * drifted is no candidate for a release until an operator has resumed.
 */
export function openHooks({ merges, mode, pause, seen }: DaemonState): readonly AfterMergeHook[] {
  const settings = seen?.config?.settings
  if (settings === undefined || mode === 'stopping' || seen?.frozen != null) return []
  const { fidelityEvery, releaseGate } = settings
  const audits = fidelityEvery > 0 && merges.sinceAudit >= fidelityEvery && mode === 'running'
  const gates = releaseGate && merges.gateDue && seen?.isReleaseReady !== true && pause?.why !== 'fidelity'
  return [...(audits ? (['fidelity'] as const) : []), ...(gates ? (['release-gate'] as const) : [])]
}

/** Those that do not rest because they came to no verdict. */
export const dueHooks = (state: DaemonState): readonly AfterMergeHook[] =>
  openHooks(state).filter((hook) => (state.merges.hookRests[hook]?.until ?? 0) <= state.at)

/** A merge that is seen on the base. What this daemon delivers is counted when its run rests. */
export function observed(
  state: DaemonState,
  { commit, planId }: { readonly commit: string; readonly planId: string | null },
): DaemonState['merges'] {
  const { merges, history, work } = state
  const isOwn =
    (planId !== null && work[planId] !== undefined) ||
    history.some(({ event, detail }) => event === 'plan_completed' && detail === commit)
  return { ...(isOwn ? merges : landed(merges)), lastSha: commit }
}

/** One more merge that the audits have not seen. */
export const landed = (merges: DaemonState['merges']): DaemonState['merges'] => ({
  ...merges,
  landed: merges.landed + 1,
  sinceAudit: merges.sinceAudit + 1,
  gateDue: true,
})

const hookPauseMs = 15 * minuteMs
/** After so many in a row the next merge decides when it is tried again. */
const mostHookFailures = 3

/** No verdict: it stays due, and rests a while. */
function failed(before: DaemonState, ended: MergeFollowed, { hook, detail }: HookResult): DaemonState {
  const { at } = ended
  const times = (before.merges.hookRests[hook]?.times ?? 0) + 1
  const told = remember(before, at, 'hook_failed', null, `${hook}: ${detail}`)
  if (times >= mostHookFailures) return settled(told, ended, hook)
  const until = at + backoffMs(times, hookPauseMs, hook)
  const hookRests = { ...told.merges.hookRests, [hook]: { times, until } }
  return { ...told, merges: { ...told.merges, hookRests } }
}

/** Merges that came while it worked are not in its verdict. */
function settled(state: DaemonState, ended: MergeFollowed, hook: AfterMergeHook): DaemonState {
  const { [hook]: _, ...hookRests } = state.merges.hookRests
  const since = state.merges.landed - ended.landed
  const done = hook === 'fidelity' ? { sinceAudit: since } : { gateDue: since > 0 }
  return { ...state, merges: { ...state.merges, hookRests, ...done } }
}

/** What the release gate said in the same breath as an audit that pauses does not count: it stays due. */
export function followed(before: DaemonState, ended: MergeFollowed, result: HookResult): DaemonState {
  const { at } = ended
  const { hook, verdict, detail } = result
  if (hook === 'release-gate' && before.pause?.why === 'fidelity') return before
  if (verdict === 'failed') return failed(before, ended, result)
  const state = settled(before, ended, hook)
  if (hook === 'fidelity')
    return verdict === 'goes-on'
      ? remember(state, at, 'fidelity_check_ok', null, detail)
      : paused(remember(state, at, 'fidelity_blocked', null, detail), {
          why: 'fidelity',
          reason: detail,
          since: at,
        })
  if (verdict === 'goes-on') return state
  return paused(remember(state, at, 'release_candidate_ready', null, detail), {
    why: 'release-ready',
    reason: detail,
    since: at,
  })
}
