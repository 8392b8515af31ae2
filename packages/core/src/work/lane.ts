/**
 * Owns the way of a lane: its state after each outcome, and the commands that take it from its base to the merge.
 * A playbook decides which command comes next.
 */
import type { ApplyPatch } from '../effects/apply-patch.ts'
import type { CloseLane } from '../effects/close-lane.ts'
import type { CommitChange } from '../effects/commit-change.ts'
import type { MeasureChange } from '../effects/measure-change.ts'
import type { MergeLane } from '../effects/merge-lane.ts'
import type { LaneOpened } from '../effects/open-lane.ts'
import type { AgentFinished } from '../effects/run-agent.ts'
import type { RunChecks } from '../effects/run-checks.ts'
import type { ScanFiles } from '../effects/scan-files.ts'
import type { SyncLane } from '../effects/sync-lane.ts'
import type { Check } from '../kernel/check.ts'
import type { Evidence } from '../kernel/evidence.ts'
import type { CommandId, CommitHash, LaneName, TreeHash } from '../kernel/ids.ts'
import { present } from '../kernel/invariant.ts'

/** The state of a lane: its own commit, and the commit of the base that it has taken in. */
export interface LaneAt {
  readonly lane: LaneName
  readonly branch: string
  readonly baseCommit: CommitHash
  readonly commit: CommitHash
  readonly tree: TreeHash
}

export const laneAt = ({ lane, branch, baseCommit, commit, tree }: LaneOpened): LaneAt => ({
  lane,
  branch,
  baseCommit,
  commit,
  tree,
})

/** The lane of a run, once it is open. */
export const laneOf = ({ lane }: { readonly lane: LaneAt | null }): LaneAt =>
  present(lane, 'the lane is open')

/** After the base was brought in, with or without conflicts. */
export const syncedLane = <Lane extends LaneAt>(
  lane: Lane,
  { baseCommit, commit, tree }: Pick<LaneAt, 'baseCommit' | 'commit' | 'tree'>,
): Lane => ({ ...lane, baseCommit, commit, tree })

/** After an agent: an agent that changed nothing left the lane as it was. */
export const changedLane = <Lane extends LaneAt>(
  lane: Lane,
  { commit, tree, changedFiles }: Pick<AgentFinished, 'commit' | 'tree' | 'changedFiles'>,
): Lane => (changedFiles.length === 0 ? lane : { ...lane, commit, tree })

export const syncLane = (
  id: CommandId,
  { lane, commit, baseCommit }: LaneAt,
  baseBranch: string,
): SyncLane => ({ type: 'SyncLane', id, lane, startCommit: commit, baseBranch, baseCommit })

export const runChecks = (
  id: CommandId,
  { lane, commit, tree, baseCommit }: LaneAt,
  checks: readonly Check[],
  shown: readonly Evidence[] = [],
): RunChecks => {
  const known = shown.filter((item) => item.tree === tree)
  return {
    type: 'RunChecks',
    id,
    lane,
    commit,
    tree,
    checks,
    baseCommit,
    ...(known.length === 0 ? {} : { known }),
  }
}

/** What the lane changed since its base. */
export const measureChange = (id: CommandId, { lane, baseCommit, commit }: LaneAt): MeasureChange => ({
  type: 'MeasureChange',
  id,
  lane,
  from: baseCommit,
  to: commit,
})

export const scanFiles = (id: CommandId, { lane, commit }: LaneAt, files: readonly string[]): ScanFiles => ({
  type: 'ScanFiles',
  id,
  lane,
  commit,
  files,
})

export const applyPatch = (
  id: CommandId,
  { lane, commit }: LaneAt,
  how: Pick<ApplyPatch, 'diff' | 'commitMessage'>,
): ApplyPatch => ({ type: 'ApplyPatch', id, lane, startCommit: commit, ...how })

export const commitChange = (
  id: CommandId,
  { lane, branch, baseCommit, commit }: LaneAt,
  how: Pick<CommitChange, 'message' | 'add'>,
): CommitChange => ({ type: 'CommitChange', id, lane, branch, baseCommit, commit, ...how })

export const mergeLane = (
  id: CommandId,
  { lane, branch, commit, tree, baseCommit }: LaneAt,
  how: Pick<MergeLane, 'baseBranch' | 'message' | 'checks' | 'asItIs'>,
): MergeLane => ({ type: 'MergeLane', id, lane, branch, commit, tree, baseCommit, ...how })

export const closeLane = (
  id: CommandId,
  { lane, branch }: Pick<LaneAt, 'lane' | 'branch'>,
  baseBranch: string,
  keepsBranch = false,
): CloseLane => ({
  type: 'CloseLane',
  id,
  lane,
  branch,
  baseBranch,
  ...(keepsBranch ? { keepsBranch: true } : {}),
})
