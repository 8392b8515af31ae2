/** Owns what an audit reads: the spec and the plans of a tree, and the reports that there are. */
import type { LastChange } from '../../effects/document-file.ts'
import type { TaggedPlan } from '../../work/tagged-plan.ts'
import type { Accepted } from './score.ts'

export interface SpecFacts {
  readonly text: string
  /** Tag and text of each criterion; empty if the spec has no acceptance file. */
  readonly criteria: readonly { readonly tag: string; readonly text: string }[]
  readonly plans: readonly TaggedPlan[]
  /** If a review of an earlier audit holds plans. */
  readonly isUnderReview: boolean
}

export type Read = {
  readonly spec: SpecFacts
  /** Who changed the spec last, and in which commit. */
  readonly change: LastChange
  readonly filed: Filed
}

/** By the path of the spec. */
export interface Filed {
  /** The name of the latest report, such as `2026-11-16-main.json`. */
  readonly latest: Readonly<Record<string, string>>
  readonly accepted: Readonly<Record<string, Accepted>>
}

/** What an audit knows once it has looked. */
export interface Facts extends SpecFacts {
  readonly specCommit: string
  readonly latest: string | null
  readonly accepted: Accepted | null
}
