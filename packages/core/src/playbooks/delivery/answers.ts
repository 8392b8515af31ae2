/** Owns what the agents of a delivery can answer. */
import type { NeedAnswer, ReviewAnswer, TextAnswer, VerdictAnswer } from '../../work/answers.ts'

export type Answer = TextAnswer | NeedAnswer | ReviewAnswer | VerdictAnswer | PullTextAnswer

export interface PullTextAnswer {
  readonly kind: 'pull-text'
  readonly summary: string
  readonly risks: string
}
