/** Owns the answer of the last critique of a handbook: findings, and what became of each issue of the punch list. */
import type { FinalAnswer, IssueAnswer } from '@harness/core/event'
import * as z from 'zod'
import { type Parsed, parsed } from '../format-problem.ts'
import { unlocated } from '../located-value.ts'
import { parseReview } from '../review/parse-review.ts'
import { findingOf, structuredFindings } from '../review/review-contract.ts'
import { checkAgainst } from '../schema-problems.ts'

const status = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().toLowerCase().replace(/[_-]/g, ' ') : value),
  z.enum(['no longer seen', 'still there', 'not looked at'] satisfies IssueAnswer['status'][]),
)

const finalCritique = z.strictObject({
  findings: structuredFindings.describe('What is wrong now, without what the punch list says already.'),
  verdict: z.string().nullable().default(null).describe('One line, or null.'),
  punch_list: z
    .array(
      z.strictObject({
        id: z.string().trim().describe('As the punch list names it, such as "1.2-3".'),
        status: status.describe('"no longer seen", "still there" or "not looked at".'),
        evidence: z.string().max(4_000).default('').describe('What you saw, with its file and line.'),
      }),
    )
    .max(5_000)
    .default([])
    .describe('One entry for each issue of the punch list.'),
})

export const finalCritiqueJsonSchema = (): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(finalCritique, { io: 'output' })

export function parseStructuredFinalCritique(value: unknown, file = 'critique'): Parsed<FinalAnswer> {
  const checked = checkAgainst(finalCritique, unlocated(value), file)
  if (!checked.ok) return checked
  const { findings, punch_list } = checked.value
  return parsed({ findings: findings.map(findingOf), issues: punch_list })
}

/** A list of findings answers for no issue. */
export function parseFinalCritique(text: string, file = 'critique'): Parsed<FinalAnswer> {
  const review = parseReview(text, file)
  return review.ok ? parsed({ findings: review.value.findings, issues: [] }) : review
}
