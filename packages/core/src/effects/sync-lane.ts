/** Owns the effect that brings the base branch into a lane. */

import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommitHash, LaneName, TreeHash } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'
import type { ForgeFailed } from './forge-failed.ts'

/** Brings the base branch into the lane. */
export interface SyncLane
  extends Ask<'SyncLane', LaneSynced | SyncConflicted | BaseRewritten | ForgeFailed | CommandFailed> {
  readonly lane: LaneName
  readonly startCommit: CommitHash
  readonly baseBranch: string
  /** The commit of the base that the lane last took in: it must still be part of the base. */
  readonly baseCommit: CommitHash
}

export interface LaneSynced extends OutcomeBase {
  readonly type: 'LaneSynced'
  readonly baseCommit: CommitHash
  readonly commit: CommitHash
  readonly tree: TreeHash
}

export interface SyncConflicted extends OutcomeBase {
  readonly type: 'SyncConflicted'
  readonly baseCommit: CommitHash
  readonly files: readonly string[]
  /** The lane now stands at a merge in which the conflicts are marked. */
  readonly commit: CommitHash
  readonly tree: TreeHash
}

/** The base no longer contains what the lane took in from it; the lane was left as it was. */
export interface BaseRewritten extends OutcomeBase {
  readonly type: 'BaseRewritten'
  readonly baseCommit: CommitHash
}
