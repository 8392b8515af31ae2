/** Owns the effect that puts a lane on the base branch. */

import type { Check } from '../kernel/check.ts'
import type { AnyEvent, Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { Evidence } from '../kernel/evidence.ts'
import type { CommitHash, LaneName, TreeHash } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'

/**
 * Puts the lane on the base branch, in its turn: as it is while the base stands at `baseCommit`, else merged with what
 * came meanwhile and checked again as a whole.
 */
export interface MergeLane extends Ask<'MergeLane', LaneMerged | MergeRefused | CommandFailed> {
  readonly lane: LaneName
  readonly branch: string
  readonly commit: CommitHash
  readonly tree: TreeHash
  readonly baseBranch: string
  readonly baseCommit: CommitHash
  readonly message: string
  readonly checks: readonly Check[]
  /** Only as it is: refused as `base-moved` if the base has moved on, because then another tree would be merged. */
  readonly asItIs?: true
}

export interface LaneMerged extends OutcomeBase {
  readonly type: 'LaneMerged'
  readonly commit: CommitHash
  readonly tree: TreeHash
  /** Passing runs on `tree`, if it is another one than the lane's. */
  readonly evidence: readonly Evidence[]
  /** What the change came to; null if it cannot be told. */
  readonly size: ChangeSize | null
  /** Another person may have merged it meanwhile. */
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
  /** What the checks showed on top of the base, if they failed there. */
  readonly evidence?: readonly Evidence[]
}

export const isLaneMerged = (event: AnyEvent): event is LaneMerged => event.type === 'LaneMerged'
