/** Owns what the personas of an autopilot can answer. */
import type { DecisionMade, Learning, ReviewFinding } from './documents.ts'

export type Answer = PlanAnswer | TaskAnswer | VerificationAnswer | FindingsAnswer | OutcomeAnswer

/** What those who work say of it. */
interface Told {
  readonly summary: string
  /** What a person should look at before the next step. */
  readonly concerns: readonly string[]
  readonly decisions: readonly DecisionMade[]
}

/** What a planner says beside the plan that it writes. */
export interface PlanAnswer extends Told {
  readonly kind: 'plan'
}

/** What a task executor says of one task. */
export interface TaskAnswer extends Told {
  readonly kind: 'task'
  readonly status: 'done' | 'blocked'
  /** What keeps the task from being done; null if it is done. */
  readonly problem: string | null
  readonly learnings: readonly Learning[]
}

export interface VerificationAnswer {
  readonly kind: 'verification'
  readonly passed: boolean
  /** Each observable truth, with what was seen of it, quoted. */
  readonly truths: readonly { readonly truth: string; readonly holds: boolean; readonly evidence: string }[]
  readonly failures: readonly string[]
}

export interface FindingsAnswer {
  readonly kind: 'findings'
  readonly findings: readonly ReviewFinding[]
  /** What was read otherwise than it was written, such as a severity that is none of ours. */
  readonly notes: readonly string[]
}

export const outcomeVerdicts = ['SATISFIED', 'NOT_SATISFIED', 'INCONCLUSIVE'] as const
export const confidences = ['high', 'medium', 'low'] as const

export interface OutcomeAnswer {
  readonly kind: 'outcome'
  readonly verdict: (typeof outcomeVerdicts)[number]
  readonly confidence: (typeof confidences)[number]
  /** What was seen, quoted. */
  readonly reasons: readonly string[]
}
