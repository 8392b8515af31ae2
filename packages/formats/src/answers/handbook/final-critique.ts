/** Owns the answer of the last critique of a handbook: findings, and what became of each issue of the punch list. */

import type { Finding } from '@harness/core/kernel/finding'
import type { FinalAnswer, IssueAnswer } from '@harness/core/playbooks/handbook/answers'
import * as z from 'zod'
import { type Parsed, parsed } from '../../text/format-problem.ts'
import { jsonIn } from '../../text/json-value.ts'
import { unlocated } from '../../text/located-value.ts'
import { checkAgainst } from '../../text/schema-problems.ts'
import { shown } from '../../text/shown.ts'
import { parseReview } from '../review/parse-review.ts'
import { findingOf, structuredFinding, structuredFindings } from '../review/review-contract.ts'

const statuses = ['no longer seen', 'still there', 'not looked at'] satisfies IssueAnswer['status'][]

/** What the provider is held to. */
const asked = z.strictObject({
  findings: structuredFindings.describe('What is wrong now, without what the punch list says already.'),
  verdict: z.string().nullable().default(null).describe('One line, or null.'),
  punch_list: z
    .array(
      z.strictObject({
        id: z.string().describe('As the punch list names it, such as "1.2-3".'),
        status: z.enum(statuses).describe('"no longer seen", "still there" or "not looked at".'),
        evidence: z.string().default('').describe('What you saw, with its file and line.'),
      }),
    )
    .default([])
    .describe('One entry for each issue of the punch list.'),
})

export const finalCritiqueJsonSchema = (): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(asked, { io: 'output' })

/** What is read: one bad entry must not hide a Critical finding beside it. */
const read = z.looseObject({ findings: z.array(z.unknown()), punch_list: z.array(z.unknown()).catch([]) })

export function parseStructuredFinalCritique(value: unknown, file = 'critique'): Parsed<FinalAnswer> {
  const checked = checkAgainst(read, unlocated(value), file)
  if (!checked.ok) return checked
  const { findings, punch_list } = checked.value
  return parsed({ findings: findings.map(findingIn), issues: punch_list.flatMap(answerIn) })
}

/** A list of findings answers for no issue. */
export function parseFinalCritique(text: string, file = 'critique'): Parsed<FinalAnswer> {
  const embedded = objectIn(text)
  if (embedded !== undefined) return parseStructuredFinalCritique(embedded, file)
  const review = parseReview(text, file)
  return review.ok ? parsed({ findings: review.value.findings, issues: [] }) : review
}

/** Unknown and bad fields beside severity and title are left out. */
const { severity, title, detail, file, line, quote } = structuredFinding.shape
const lenient = z.object({
  severity,
  title,
  detail: detail.catch(''),
  file: file.catch(null),
  line: line.catch(null),
  quote: quote.catch(null),
})

/** A finding that is not in its form still counts: as High, in the words that it has. */
function findingIn(value: unknown): Finding {
  const known = lenient.safeParse(value)
  if (known.success) return findingOf(known.data)
  const said = loosely(value)
  const words = textOf(value) || textOf(said.title) || textOf(said.detail)
  return { severity: 'High', title: words || shown(value), detail: '', file: null, line: null }
}

/** An entry that is not understood answers for nothing: its issue counts as not looked at. */
function answerIn(value: unknown): readonly IssueAnswer[] {
  const { id, status, evidence } = loosely(value)
  const said = textOf(status)
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  const known = statuses.find((one) => one === said)
  return typeof id !== 'string' || known === undefined
    ? []
    : [{ id: id.trim(), status: known, evidence: textOf(evidence).slice(0, 4_000) }]
}

const loosely = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The answer as JSON with words around it; undefined if there is none. */
function objectIn(text: string): unknown {
  const from = text.indexOf('{')
  const to = text.lastIndexOf('}')
  if (from === -1 || to < from) return undefined
  const value = jsonIn(text.slice(from, to + 1))
  return 'findings' in loosely(value) ? value : undefined
}
