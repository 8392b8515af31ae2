/** Owns what the analyst can answer. */
import type { NeedAnswer, TextAnswer } from '../../work/answers.ts'
import type { SiteAnalysis } from './analysis.ts'

export type Answer =
  | TextAnswer
  | NeedAnswer
  | { readonly kind: 'site-analysis'; readonly analysis: SiteAnalysis }
