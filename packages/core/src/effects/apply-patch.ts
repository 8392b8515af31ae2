/** Owns the effect that applies a proposed fix to a lane, as one commit or not at all. */

import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommitHash, LaneName, TreeHash } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'

/** The lane is put back to `startCommit` first, and again if anything is refused: that commit is the snapshot. */
export interface ApplyPatch extends Ask<'ApplyPatch', PatchApplied | PatchRefused | CommandFailed> {
  readonly lane: LaneName
  readonly startCommit: CommitHash
  /** Unified diffs. Their paths have passed the path validator; the shell looks for links on the way. */
  readonly diff: string
  readonly commitMessage: string
}

export interface PatchApplied extends OutcomeBase {
  readonly type: 'PatchApplied'
  readonly commit: CommitHash
  readonly tree: TreeHash
  readonly changedFiles: readonly string[]
}

export interface PatchRefused extends OutcomeBase {
  readonly type: 'PatchRefused'
  /** `hunk`: a part does not fit the file; `path`: a path leads out of the lane through a link. */
  readonly reason: 'hunk' | 'path'
  readonly detail: string
}
