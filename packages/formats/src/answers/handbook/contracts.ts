/** Owns the answer contracts of a handbook's run. */
import { quotationsIn } from '@harness/core/kernel/quotation'
import type { Answer } from '@harness/core/playbooks/handbook/answers'
import { critiqueContract, finalCritique, promptReport } from '@harness/core/playbooks/handbook/input'
import { describeProblem } from '../../text/format-problem.ts'
import { type Contract, contractOf, jsonAtEnd, jsonIn, type Quoting } from '../contract.ts'
import { parseStructuredVerdict, verdictJsonSchema } from '../parse-verdict.ts'
import { review } from '../review/review-contract.ts'
import {
  finalCritiqueJsonSchema,
  parseFinalCritique,
  parseStructuredFinalCritique,
} from './final-critique.ts'
import { finalCritiqueAsked, reportAsked, verdictAsked } from './handbook-forms.ts'
import { parsePromptReport, promptReportJsonSchema } from './prompt-report.ts'

/** Prose counts as text: the lane shows the change, and only a report says what was found. */
const report: Contract<Answer> = {
  name: promptReport,
  jsonSchema: promptReportJsonSchema(),
  form: reportAsked,
  prose: { kind: 'text' },
  parse(structured, text) {
    const value = structured === undefined ? (jsonIn(text) ?? jsonAtEnd(text)) : structured
    if (value === undefined) return { ok: true, output: { kind: 'text' } }
    const result = parsePromptReport(value)
    return result.ok
      ? { ok: true, output: { kind: 'prompt-report', ...result.value } }
      : { ok: false, problems: result.problems.map(describeProblem) }
  },
}

/** What was told shows nothing about the repository, so it cannot be quoted for it. */
const quotingEvidence: Quoting<Answer> = {
  ofMaterials: false,
  quotesIn(answer) {
    if (answer.kind === 'verdict') return (answer.evidence ?? []).flatMap(quotationsIn)
    return answer.kind === 'final-critique'
      ? answer.issues.flatMap(({ evidence }) => quotationsIn(evidence))
      : []
  },
}

export const handbookContracts: readonly Contract<Answer>[] = [
  report,
  review,
  // A critique in prose is kept as text: its findings are then not parsed.
  { ...review, name: critiqueContract },
  {
    ...contractOf(
      finalCritique,
      {
        jsonSchema: finalCritiqueJsonSchema(),
        structured: parseStructuredFinalCritique,
        text: parseFinalCritique,
      },
      finalCritiqueAsked,
      (answer) => ({ kind: 'final-critique' as const, ...answer }),
    ),
    quoting: quotingEvidence,
  },
  {
    ...contractOf(
      'verdict',
      { jsonSchema: verdictJsonSchema(), structured: parseStructuredVerdict },
      verdictAsked,
      (verdict) => ({ kind: 'verdict' as const, ...verdict }),
    ),
    quoting: quotingEvidence,
  },
]
