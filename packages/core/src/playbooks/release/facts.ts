/** Owns what a release gate reads of a tree: what must hold, and the plans that say they deliver it. */
import type { Criterion } from '../../work/acceptance.ts'
import type { TaggedPlan } from '../../work/tagged-plan.ts'

export interface ReleaseFacts {
  readonly criteria: readonly Criterion[]
  /** Those that have a tag of the criteria, or that a criterion names. */
  readonly plans: readonly TaggedPlan[]
  readonly environment: readonly EnvironmentNeed[]
  /** What is wrong with the acceptance file; then there is nothing to hold the tree against. */
  readonly problems: readonly string[]
  /** Plan files that could not be read. */
  readonly notes: readonly string[]
}

/** What `.env.example` says of a name that the product needs. */
export interface EnvironmentNeed {
  readonly name: string
  readonly state: 'set' | 'placeholder' | 'missing-from-template'
}
