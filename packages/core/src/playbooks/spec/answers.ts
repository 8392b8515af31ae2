/** Owns what the roles of a spec can answer. */
import type { NeedAnswer, TextAnswer } from '../../work/answers.ts'
import type { LineAnswer } from '../../work/first-line.ts'
import type { Question } from './rounds.ts'

export type Answer =
  | TextAnswer
  | NeedAnswer
  | { readonly kind: 'questions'; readonly questions: readonly Question[] }
  | LineAnswer
