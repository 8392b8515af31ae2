/** Owns the effect that moves a delivered plan to its completed place. */

import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommitHash } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'
import type { ForgeFailed } from './forge-failed.ts'
import type { MergeRefused } from './merge-lane.ts'

/** Moves a delivered plan's file to its completed place on the base branch. */
export interface CompletePlan
  extends Ask<'CompletePlan', PlanCompleted | MergeRefused | ForgeFailed | CommandFailed> {
  readonly planId: string
  readonly from: string
  readonly to: string
  /** The plan as it was followed, for where its file is gone; absent in journals of older versions. */
  readonly text?: string
  readonly baseBranch: string
  readonly message: string
}

export interface PlanCompleted extends OutcomeBase {
  readonly type: 'PlanCompleted'
  readonly path: string
  readonly commit: CommitHash
}
