/** Owns the effect that marks a place in the history of a lane, or takes over what a person did in it. */

import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommitHash, LaneName, TreeHash } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'

/** Makes one commit on top of `commit`, an empty one too. Repeated, the commit is looked for first. */
export interface CommitLane extends Ask<'CommitLane', LaneCommitted | CommandFailed> {
  readonly lane: LaneName
  readonly commit: CommitHash
  readonly message: string
  /** If the commit gets what is in the lane now. Otherwise the lane is put back first. */
  readonly takesFiles: boolean
}

export interface LaneCommitted extends OutcomeBase {
  readonly type: 'LaneCommitted'
  readonly commit: CommitHash
  readonly tree: TreeHash
  readonly changedFiles: readonly string[]
}
