/** Owns what the agents of a mission can answer. */
import type { NeedAnswer, TextAnswer } from '../../../work/answers.ts'
import type { ClaimStatus, ContractEntry, Feature, IssueSeverity, PlanVerdict } from './mission-document.ts'

export type Answer =
  | TextAnswer
  | NeedAnswer
  | ({ readonly kind: 'mission-plan' } & PlannedMission)
  | { readonly kind: 'plan-review'; readonly verdict: PlanVerdict; readonly notes: readonly string[] }
  | ({ readonly kind: 'mission-work' } & WorkReport)
  | ({ readonly kind: 'validation' } & Validation)
  | ({ readonly kind: 'ruling' } & Ruling)
  | ({ readonly kind: 'curation' } & Curation)
  | ({ readonly kind: 'decision' } & ChosenDecision)

export interface PlannedMission {
  readonly contract: readonly Pick<ContractEntry, 'id' | 'assertion' | 'verify'>[]
  readonly features: readonly Pick<
    Feature,
    'id' | 'title' | 'summary' | 'description' | 'claims' | 'dependsOn'
  >[]
}

/** What a worker says of its work. */
export interface WorkReport {
  readonly summary: string
  /** What may help others, in other missions too. */
  readonly tricks: readonly string[]
  /** What the spec and the contract leave open, and it could not decide; null if nothing. */
  readonly ambiguity: string | null
}

export interface Validation {
  readonly claims: readonly {
    readonly id: string
    readonly status: Exclude<ClaimStatus, 'TODO'>
    readonly evidence: string
  }[]
  /** What is wrong beside the claims. */
  readonly issues: readonly {
    readonly severity: IssueSeverity
    readonly title: string
    readonly detail: string
    readonly expected?: string
    readonly verify?: string
  }[]
  readonly ambiguity: string | null
}

/** An architect's decision. */
export interface Ruling {
  /** The claim it is about; null if it is about the feature. */
  readonly claim: string | null
  readonly decision: string
  readonly reason: string
  /** What only a person can decide; null if the decision settles it. */
  readonly question: string | null
}

export interface Curation {
  readonly summary: string
  readonly memory: string
  /** Confirmed tricks that are to become part of the worker's identity, word for word. */
  readonly promote: readonly string[]
  /** What a role learned that helps it in any mission. */
  readonly lessons: readonly Lesson[]
}

export interface Lesson {
  readonly role: string
  readonly lesson: string
}

/** What an agent that orchestrates has decided; whether the state allows it is not its to say. */
export interface ChosenDecision {
  readonly decision: string
  readonly subject: string | null
  readonly reason: string
}
