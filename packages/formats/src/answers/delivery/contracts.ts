/** Owns the answer contracts of a delivery. */
import type { Answer } from '@harness/core/playbooks/delivery/answers'
import { type Contract, contractOf } from '../contract.ts'
import { mergeCheckJsonSchema, parseMergeCheck, parseStructuredMergeCheck } from '../review/merge-check.ts'
import { quotingFindings, review } from '../review/review-contract.ts'
import { mergeCheckAsked } from '../review/review-form.ts'
import { pullTextAsked, workAsked } from './delivery-forms.ts'
import { parsePullText, parseStructuredPullText, pullTextJsonSchema } from './parse-pull-text.ts'
import { readDisputes } from './read-disputes.ts'
import { readNeed } from './read-need.ts'

/** The lane shows what is done; only a need and a dispute have a form. */
const work: Contract<Answer> = {
  name: 'work',
  jsonSchema: null,
  form: workAsked,
  parse(_structured, text) {
    const need = readNeed(text)
    if (need !== null) return { ok: true, output: { kind: 'need', need } }
    const disputes = readDisputes(text)
    return { ok: true, output: disputes.length === 0 ? { kind: 'text' } : { kind: 'dispute', disputes } }
  },
}

const mergeCheck: Contract<Answer> = contractOf(
  'merge-check',
  { jsonSchema: mergeCheckJsonSchema(), structured: parseStructuredMergeCheck, text: parseMergeCheck },
  mergeCheckAsked,
  (found) => ({ kind: 'review', ...found }),
)

export const deliveryContracts: readonly Contract<Answer>[] = [
  work,
  review,
  contractOf(
    'pull-text',
    { jsonSchema: pullTextJsonSchema(), structured: parseStructuredPullText, text: parsePullText },
    pullTextAsked,
    (text) => ({ kind: 'pull-text', ...text }),
  ),
  // Prose is kept as text, and lets nothing be merged.
  { ...mergeCheck, prose: { kind: 'text' }, quoting: quotingFindings },
]
