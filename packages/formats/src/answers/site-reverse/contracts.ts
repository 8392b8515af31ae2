/** Owns the answer contract of the site analyst. */
import type { Answer } from '@harness/core/playbooks/site-reverse/answers'
import { type Contract, contractOf } from '../contract.ts'
import { parseSiteAnalysis, siteAnalysisJsonSchema } from './site-analysis.ts'

export const siteReverseContracts: readonly Contract<Answer>[] = [
  contractOf(
    'site-analysis',
    { jsonSchema: siteAnalysisJsonSchema(), structured: parseSiteAnalysis },
    '',
    (analysis) => ({ kind: 'site-analysis', analysis }),
  ),
]
