/** Owns the effect that tries a merge which is not due yet. */

import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommitHash, LaneName, TreeHash } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'

/** Merges two commits among the objects alone: no branch moves, and no lane changes. */
export interface MergeAhead extends Ask<'MergeAhead', MergedAhead | CommandFailed> {
  readonly lane: LaneName
  readonly commit: CommitHash
  /** What the base would become before. */
  readonly onto: CommitHash
}

export interface MergedAhead extends OutcomeBase {
  readonly type: 'MergedAhead'
  /** Null if the two conflict. */
  readonly trial: Trial | null
}

export interface Trial {
  readonly commit: CommitHash
  readonly tree: TreeHash
}
