/** Owns what the planner of a handbook can answer. */
import type { NeedAnswer, TextAnswer } from '../../work/answers.ts'
import type { PlannedHandbook } from '../handbook/planned-handbook.ts'

export type Answer =
  | TextAnswer
  | NeedAnswer
  | { readonly kind: 'handbook-plan'; readonly plan: PlannedHandbook }
