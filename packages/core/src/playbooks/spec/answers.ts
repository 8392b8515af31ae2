/** Owns what the roles of a spec can answer. */
import type { NeedAnswer, TextAnswer } from '../../work/answers.ts'
import type { FirstLine } from '../workflow/answers.ts'
import type { Question } from './rounds.ts'

export type Answer =
  | TextAnswer
  | NeedAnswer
  | { readonly kind: 'questions'; readonly questions: readonly Question[] }
  | LineAnswer

/** The first line of its last message. What it wrote is an artifact. */
export interface LineAnswer {
  readonly kind: 'line'
  readonly line: string
  /** Null if the line is not of the form that the role was told. */
  readonly parsed: FirstLine | WrittenDocument | null
}

export interface WrittenDocument {
  readonly type: 'written'
  readonly what: 'document'
  readonly path: string
}
