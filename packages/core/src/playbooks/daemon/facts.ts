/** Owns what a daemon sees when it looks around. Everything that it decides by is in here, and so in its journal. */
import type { DaemonSettings } from './settings.ts'

export interface Facts {
  /** When the look began. */
  readonly seenAt: number
  /** Equal if a look saw the same. */
  readonly digest: string
  /** Why nothing can start here, such as a config with a mistake; null if nothing is in the way. */
  readonly trouble: Trouble | null
  /** Null if the config cannot be read. */
  readonly config: { readonly settings: DaemonSettings; readonly revision: string } | null
  /** The reason in `FROZEN`; null if the repository is not frozen. */
  readonly frozen: string | null
  /** The most urgent plans that can start, in order. Plans that the daemon works on are not among them. */
  readonly ready: readonly Candidate[]
  readonly plans: PlanCounts
  /** Plans that a mistake in a plan file blocks, and why. */
  readonly bad: readonly { readonly id: string; readonly why: string }[]
  /** Plans that wait for one that needs a person: how many, and the first of them. */
  readonly behind: PlansBehind
  /** Of each work that was watched. */
  readonly standings: Readonly<Record<string, Standing>>
  /** Null if the base branch is not there. */
  readonly base: BaseSeen | null
  /** Why the forge did not tell its base; null if it did. Absent if this look did not ask, or if there is no forge. */
  readonly forgeProblem?: string | null
  /** Until when the provider's window is closed, as other runs found; null if it is open. */
  readonly closedUntil: number | null
  /** If the mark of a release is in the state directory; absent if it is not. */
  readonly isReleaseReady?: true
  /** If the token ceiling of the product is reached. */
  readonly ceilingReached: boolean
  /** Absent if the config could not be read. */
  readonly budget?: BudgetSeen
}

export interface BudgetSeen {
  /** What all runs of the product used in the budget's window. */
  readonly tokens: number
  readonly ceilingTokens: number
  /** If the ceiling freezes the repository. */
  readonly hard: boolean
}

export interface Trouble {
  readonly code: string
  readonly reason: string
  readonly next: string
}

export interface PlansBehind {
  readonly count: number
  readonly first: readonly { readonly id: string; readonly waitsFor: string }[]
}

export interface PlanCounts {
  readonly open: number
  readonly completed: number
}

export interface Candidate {
  readonly id: string
  readonly title: string
  readonly standing: Standing
}

/** How the runs of a plan, or of another subject, stand outside of the daemon's own knowledge. */
export type Standing =
  /** It can be started or resumed. */
  | { readonly type: 'free' }
  | { readonly type: 'gate'; readonly question: string; readonly next: string }
  | { readonly type: 'held'; readonly why: string }
  | { readonly type: 'blocked'; readonly why: string; readonly next: string }
  /** Others completed it. */
  | { readonly type: 'completed' }
  /** There is no such plan any more. */
  | { readonly type: 'gone' }

export interface BaseSeen {
  readonly commit: string
  /** True if the anchor is no ancestor of it: people rewrote the branch. */
  readonly rewritten: boolean
  /** Merges since the anchor, oldest first. */
  readonly merges: readonly { readonly commit: string; readonly planId: string | null }[]
}
