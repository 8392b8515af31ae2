/** Owns the effect that opens or updates a pull request. */

import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommitHash, LaneName } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'
import type { ForgeFailed } from './forge-failed.ts'
import type { LaneMerged, MergeRefused } from './merge-lane.ts'

/** Pushes the lane's branch, never by force, and opens its pull request or brings it up to date. */
export interface OpenPull
  extends Ask<'OpenPull', PullOpened | PullClosed | LaneMerged | MergeRefused | ForgeFailed | CommandFailed> {
  readonly lane: LaneName
  readonly branch: string
  readonly commit: CommitHash
  readonly baseBranch: string
  /** The pull request that is to be brought up to date; null to open one. */
  readonly pull: number | null
  /** A person agreed that the one that was closed is opened again; without that it is told as closed. */
  readonly mayReopen?: boolean
  readonly title: string
  /** Markdown. */
  readonly body: string
}

export interface PullOpened extends OutcomeBase {
  readonly type: 'PullOpened'
  readonly number: number
  readonly url: string
  /** False if it was open already. */
  readonly created: boolean
}

/** A person closed the pull request without merging it. */
export interface PullClosed extends OutcomeBase {
  readonly type: 'PullClosed'
  readonly number: number
  readonly url: string
}
