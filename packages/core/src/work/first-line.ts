/**
 * Owns what agents say that write documents: the first line of their last message. A line that says nothing known is an
 * answer too.
 */

export interface LineAnswer {
  readonly kind: 'line'
  /** As it was written, without what is around it. */
  readonly line: string
  /** Null if the line is not of the form that the role was told. */
  readonly parsed: FirstLine | null
}

export type FirstLine = Written | Changed | Verdict

/** The agent wrote a document. A number is null if the summary does not give it. */
export type Written = { readonly type: 'written' } & (
  | { readonly what: 'spec'; readonly criteria: number | null; readonly edgeCases: number | null }
  | { readonly what: 'proposal'; readonly persona: string; readonly path: string }
  | { readonly what: 'critique'; readonly persona: string; readonly path: string }
  | { readonly what: 'document'; readonly path: string }
  | { readonly what: 'conventions'; readonly areas: number | null }
  | { readonly what: 'plan'; readonly path: string; readonly steps: number | null }
  | {
      readonly what: 'review'
      readonly path: string
      /** Issues and suggestions; of a review of tests and stability, scenarios and recommendations. */
      readonly issues: number | null
      readonly suggestions: number | null
    }
  | { readonly what: 'patch'; readonly confidence: Confidence; readonly summary: string }
  | {
      readonly what: 'critic-findings'
      readonly critical: number | null
      readonly major: number | null
      readonly minor: number | null
    }
)

export const confidences = ['High', 'Medium', 'Low', 'Unknown'] as const
export type Confidence = (typeof confidences)[number]

/** The agent changed files. What it really changed is measured. */
export interface Changed {
  readonly type: 'changed'
  readonly count: number
  readonly names: readonly string[]
}

export interface Verdict {
  readonly type: 'verdict'
  /** `FAIL` names no layer. */
  readonly verdict: 'PASS' | 'FAIL' | 'FAIL L2' | 'FAIL L3'
  readonly summary: string
}
