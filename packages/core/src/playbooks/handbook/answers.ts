/** Owns what the agents of a handbook can answer. */

import type { Finding } from '../../kernel/finding.ts'
import type { NeedAnswer, ReviewAnswer, TextAnswer, VerdictAnswer } from '../../work/answers.ts'

export type Answer =
  | TextAnswer
  | NeedAnswer
  | ReviewAnswer
  | VerdictAnswer
  | ({ readonly kind: 'prompt-report' } & PromptReport)
  | ({ readonly kind: 'final-critique' } & FinalAnswer)

/** What the last critique of a handbook says: what it found, and what became of the issues it was asked about. */
export interface FinalAnswer {
  readonly findings: readonly Finding[]
  readonly issues: readonly IssueAnswer[]
}

export interface IssueAnswer {
  /** As the punch list names it: `1.2-3`. */
  readonly id: string
  readonly status: 'no longer seen' | 'still there' | 'not looked at'
  readonly evidence: string
}

/** What an agent says that was sent to look for something and to fix it. */
export interface PromptReport {
  readonly summary: string
  /** What it found, fixed or not; none if there is nothing to find. */
  readonly findings: readonly string[]
}
