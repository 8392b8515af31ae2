/** Owns the effect that merges a pull request. */

import type { Ask } from '../kernel/effect.ts'
import type { CommitHash, LaneName, TreeHash } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'
import type { ForgeFailed } from './forge-failed.ts'
import type { LaneMerged, MergeRefused } from './merge-lane.ts'
import type { PullClosed } from './open-pull.ts'

/** Labels a pull request and merges it, or has the forge merge it. */
export interface MergePull
  extends Ask<'MergePull', LaneMerged | MergeRefused | PullClosed | ForgeFailed | CommandFailed> {
  readonly pull: number
  readonly lane: LaneName
  readonly commit: CommitHash
  readonly tree: TreeHash
  readonly baseBranch: string
  readonly baseCommit: CommitHash
  readonly label: string
  /** `auto` has the forge merge it once its rules are met, and waits for that until the deadline. */
  readonly how: 'direct' | 'auto'
  readonly deadline: number
}
