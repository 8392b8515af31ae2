/** Owns the answer contracts of a delivery. */
import type { Answer } from '@harness/core/playbooks/delivery/answers'
import { type Contract, contractOf } from '../contract.ts'
import { mergeCheckJsonSchema, parseMergeCheck, parseStructuredMergeCheck } from '../review/merge-check.ts'
import { review } from '../review/review-contract.ts'
import { mergeCheckAsked } from '../review/review-form.ts'
import { pullTextAsked, workAsked } from './delivery-forms.ts'
import { parsePullText, parseStructuredPullText, pullTextJsonSchema } from './parse-pull-text.ts'
import { readNeed } from './read-need.ts'

/** The lane shows what is done; only a need has a form. */
const work: Contract<Answer> = {
  name: 'work',
  jsonSchema: null,
  form: workAsked,
  parse(_structured, text) {
    const need = readNeed(text)
    return { ok: true, output: need === null ? { kind: 'text' } : { kind: 'need', need } }
  },
}

export const deliveryContracts: readonly Contract<Answer>[] = [
  work,
  review,
  contractOf(
    'pull-text',
    { jsonSchema: pullTextJsonSchema(), structured: parseStructuredPullText, text: parsePullText },
    pullTextAsked,
    (text) => ({ kind: 'pull-text', ...text }),
  ),
  contractOf(
    'merge-check',
    { jsonSchema: mergeCheckJsonSchema(), structured: parseStructuredMergeCheck, text: parseMergeCheck },
    mergeCheckAsked,
    (found) => ({ kind: 'review', ...found }),
  ),
]
