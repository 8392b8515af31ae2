/** Owns the effect that opens a lane. */

import type { AnyEvent, Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommitHash, LaneName, TreeHash } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'
import type { ForgeFailed } from './forge-failed.ts'

/** Opened twice it is the same lane. */
export interface OpenLane extends Ask<'OpenLane', LaneOpened | ForgeFailed | CommandFailed> {
  readonly lane: LaneName
  readonly branch: string
  readonly baseBranch: string
  /** The place of the worktree, relative to the top of the checkout; absent if that is the harness's choice. */
  readonly worktree?: string
  /** The lane is the checkout itself; absent if it is a clone. */
  readonly inPlace?: true
  /**
   * The lane gets copies of what git ignores in the checkout, such as installed packages, but nothing in these places. If
   * `lanes.setup` says how a lane is made ready, that is done instead.
   */
  readonly copiesIgnored?: { readonly except: readonly string[] }
  /** A crashed call left work in this lane. Keep it elsewhere and start the lane from the base. */
  readonly anew?: boolean
}

export interface LaneOpened extends OutcomeBase {
  readonly type: 'LaneOpened'
  readonly lane: LaneName
  readonly path: string
  readonly branch: string
  readonly baseCommit: CommitHash
  readonly commit: CommitHash
  readonly tree: TreeHash
}

export const isLaneOpened = (event: AnyEvent): event is LaneOpened => event.type === 'LaneOpened'
