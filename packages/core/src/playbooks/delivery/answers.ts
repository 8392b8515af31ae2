/** Owns what the agents of a delivery can answer. */
import type { Dispute } from '../../kernel/dispute.ts'
import type { NeedAnswer, ReviewAnswer, TextAnswer, VerdictAnswer } from '../../work/answers.ts'

export type Answer = TextAnswer | NeedAnswer | ReviewAnswer | VerdictAnswer | PullTextAnswer | DisputeAnswer

export interface PullTextAnswer {
  readonly kind: 'pull-text'
  readonly summary: string
  readonly risks: string
}

/** The fixer's work is in the lane; it says that these findings are wrong. */
export interface DisputeAnswer {
  readonly kind: 'dispute'
  readonly disputes: readonly Dispute[]
}
