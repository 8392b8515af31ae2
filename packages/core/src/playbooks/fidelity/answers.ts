/** Owns what the auditor can answer. */
import type { NeedAnswer, TextAnswer } from '../../work/answers.ts'
import type { Audit } from './audit.ts'

export type Answer = TextAnswer | NeedAnswer | { readonly kind: 'fidelity-audit'; readonly audit: Audit }
