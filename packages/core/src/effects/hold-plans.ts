/** Owns the effect that blocks the active plans of the base branch for a review, and lets them go again. */
import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommitHash } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'
import type { ForgeFailed } from './forge-failed.ts'
import type { MergeRefused } from './merge-lane.ts'

/**
 * Writes the plan of the review and blocks the active plans, in one commit: no plan is blocked without the review that
 * says why. Plans that a run works on are left. Without a review it takes the standing one away, and the plans that it
 * blocked are active again.
 */
export interface HoldPlans extends Ask<'HoldPlans', PlansHeld | MergeRefused | ForgeFailed | CommandFailed> {
  readonly planDir: string
  readonly baseBranch: string
  readonly review: ReviewPlan | null
  readonly message: string
}

/** What the plan of a review says. */
export interface ReviewPlan {
  readonly title: string
  readonly goal: string
  readonly why: string
  /** What the person who reads it has to look at. */
  readonly points: readonly string[]
  readonly next: readonly string[]
}

export interface PlansHeld extends OutcomeBase {
  readonly type: 'PlansHeld'
  /** Ids of the plans that the review blocks, or that are active again. */
  readonly plans: readonly string[]
  /** Active plans that were left as they are, because a run works on them. */
  readonly underWay: readonly string[]
  /** The base with it. */
  readonly commit: CommitHash
}
