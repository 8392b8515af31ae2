/** Owns what `GET /state` and `harness daemon status` show. Made from the journal, so it is the same without a daemon. */
import { openHooks } from '@harness/core/playbooks/daemon/after-merge'
import { historyLimit } from '@harness/core/playbooks/daemon/history'
import type { DaemonState } from '@harness/core/playbooks/daemon/state'
import { printMoment } from '@harness/formats/text/moment'
import { frozenMark } from '@harness/shell/effects/freeze/freeze'
import { readStateFile } from '@harness/shell/store/sidecars/state-file'
import {
  activeWork,
  blockedOf,
  modeOf,
  type ShownHold,
  type ShownPause,
  type ShownWork,
  shownHold,
  shownPause,
  shownWork,
} from '../loop/project-state.ts'

export interface Snapshot {
  /** In the words of the source: paused, running, idle, stopping; or stopped if no daemon runs. */
  readonly state: string
  readonly activePlan: string | null
  readonly activeStartedAt: string | null
  readonly history: readonly object[]
  readonly blocked: Readonly<Record<string, object>>
  readonly runsFired: number
  readonly lastMergeSha: string | null
  readonly port: number | null
  readonly frozen: boolean
  readonly freezeReason: string | null
  /** Numbers are null before the first look. */
  readonly budget: {
    readonly ceilingReached: boolean
    readonly tokens: number | null
    readonly ceilingTokens: number | null
    readonly hard: boolean | null
  }
  readonly pid: number | null
  readonly mode: DaemonState['mode']
  readonly pause: ShownPause | null
  readonly hold: ShownHold | null
  readonly closedUntil: string | null
  readonly lanes: number | null
  readonly revision: string | null
  readonly plans: { readonly open: number; readonly completed: number } | null
  readonly bad: readonly { readonly id: string; readonly why: string }[]
  /** Plans that wait for one that needs a person. */
  readonly behind: {
    readonly count: number
    readonly first: readonly { readonly id: string; readonly waitsFor: string }[]
  }
  readonly merges: number
  readonly work: readonly ShownWork[]
  /** Audits after merges that work, or that are still to be done. */
  readonly audits: readonly string[]
  /** Unfinished runs of every playbook, by subject. */
  readonly runs: Readonly<Record<string, unknown>>
}

export interface Living {
  readonly pid: number
  readonly port: number | null
}

export async function snapshotOf(
  stateDir: string,
  state: DaemonState,
  living: Living | null,
): Promise<Snapshot> {
  const frozen = await frozenMark(stateDir)
  const file = await readStateFile(stateDir).catch(() => null)
  const active = activeWork(file, state)
  const { seen } = state
  return {
    state: living === null ? 'stopped' : modeOf(state),
    activePlan: active?.id ?? null,
    activeStartedAt: active?.startedAt == null ? null : printMoment(active.startedAt),
    history: state.history
      .slice(-historyLimit)
      .map(({ at, ...entry }) => ({ at: printMoment(at), ...entry })),
    blocked: blockedOf(state),
    runsFired: state.runsFired,
    lastMergeSha: state.merges.lastSha,
    port: living?.port ?? null,
    frozen: frozen !== null,
    freezeReason: frozen?.reason ?? null,
    budget: {
      ceilingReached: seen?.ceilingReached ?? false,
      tokens: seen?.budget?.tokens ?? null,
      ceilingTokens: seen?.budget?.ceilingTokens ?? null,
      hard: seen?.budget?.hard ?? null,
    },
    pid: living?.pid ?? null,
    mode: state.mode,
    pause: shownPause(state),
    hold: shownHold(state),
    closedUntil: seen?.closedUntil == null ? null : printMoment(seen.closedUntil),
    lanes: seen?.config?.settings.lanes ?? null,
    revision: seen?.config?.revision ?? null,
    plans: seen?.plans ?? null,
    bad: seen?.bad ?? [],
    behind: seen?.behind ?? { count: 0, first: [] },
    merges: state.merges.count,
    work: Object.values(state.work).map(shownWork),
    audits: openHooks(state),
    runs: file?.runs ?? {},
  }
}
