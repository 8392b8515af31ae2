/** What work in lanes ends in: opening, looking, checking, merging, closing. */
import type { Evidence } from '../kernel/evidence.ts'
import type { CommitHash, LaneName, TreeHash } from '../kernel/ids.ts'
import type { OutcomeBase } from './event-base.ts'

export interface LaneOpened extends OutcomeBase {
  readonly type: 'LaneOpened'
  readonly lane: LaneName
  readonly path: string
  readonly branch: string
  readonly baseCommit: CommitHash
  readonly commit: CommitHash
  readonly tree: TreeHash
}

export interface ChecksFinished extends OutcomeBase {
  readonly type: 'ChecksFinished'
  readonly tree: TreeHash
  readonly evidence: readonly Evidence[]
}

export interface UiCaptured extends OutcomeBase {
  readonly type: 'UiCaptured'
  readonly screens: readonly Screen[]
}

/** A picture of the product. */
export interface Screen {
  readonly route: string
  /** `1440x1000`. */
  readonly viewport: string
  /** Of the run, absolute. */
  readonly file: string
  /** What the browser complained about while it was taken. */
  readonly complaints: readonly string[]
}

export interface UiNotCaptured extends OutcomeBase {
  readonly type: 'UiNotCaptured'
  /** Only `no-browser` says nothing about the change. */
  readonly reason: 'no-browser' | 'port-taken' | 'command-missing' | 'not-ready' | 'died' | 'page-failed'
  readonly detail: string
  readonly next: string
}

export interface ChangeMeasured extends OutcomeBase {
  readonly type: 'ChangeMeasured'
  readonly files: readonly FileChange[]
}

export interface FileChange {
  readonly path: string
  readonly added: number
  readonly removed: number
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

export interface LaneMerged extends OutcomeBase {
  readonly type: 'LaneMerged'
  readonly commit: CommitHash
  readonly tree: TreeHash
  /** Passing runs on `tree`, where it is another one than the lane's. */
  readonly evidence: readonly Evidence[]
  /** What the change came to; null where it cannot be told. */
  readonly size: ChangeSize | null
  /** Somebody else may have merged it meanwhile. */
  readonly by: 'harness' | 'others'
}

export interface ChangeSize {
  readonly files: number
  readonly added: number
  readonly removed: number
}

export interface MergeRefused extends OutcomeBase {
  readonly type: 'MergeRefused'
  readonly reason:
    | 'base-moved'
    | 'checkout-in-the-way'
    | 'tree-differs'
    | 'conflict'
    | 'checks-failed'
    | 'push-rejected'
    | 'not-mergeable'
    | 'not-merged-in-time'
  readonly detail: string
  /** What the checks showed on top of the base, where they failed there. */
  readonly evidence?: readonly Evidence[]
}

export interface LaneClosed extends OutcomeBase {
  readonly type: 'LaneClosed'
  /** Why the lane or its branch was kept; null where both are gone. */
  readonly kept: string | null
}
