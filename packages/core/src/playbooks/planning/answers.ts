/** Owns what the planner can answer. */
import type { NeedAnswer, TextAnswer } from '../../work/answers.ts'
import type { Proposal } from './proposal.ts'

export type Answer =
  | TextAnswer
  | NeedAnswer
  | { readonly kind: 'plan-proposals'; readonly proposals: readonly Proposal[] }
