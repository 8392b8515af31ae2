/** Owns the effect that makes one commit of a lane's whole change and puts it on the branch of the repository. */

import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommitHash, LaneName, TreeHash } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'

/** Repeated, a branch that holds this change already is left as it is. The checkout is not touched. */
export interface CommitChange extends Ask<'CommitChange', ChangeCommitted | CommandFailed> {
  readonly lane: LaneName
  readonly branch: string
  readonly baseCommit: CommitHash
  /** Its tree is what is committed. */
  readonly commit: CommitHash
  readonly message: string
  /** Files of the checkout that the commit gets too, even if git ignores them. A missing one is skipped. */
  readonly add: readonly string[]
}

export interface ChangeCommitted extends OutcomeBase {
  readonly type: 'ChangeCommitted'
  readonly commit: CommitHash
  readonly tree: TreeHash
  /** Files that could not be added, and why. */
  readonly unstaged: readonly { readonly file: string; readonly reason: string }[]
}
