/** Owns the contract of a review, and its structured form for providers that can be held to a schema. */
import { containedPath } from '@harness/core/kernel/contained-path'
import { type Finding, isBlockingSeverity, severities } from '@harness/core/kernel/finding'
import type { ReviewAnswer, TextAnswer } from '@harness/core/work/answers'
import { quotesInFindings } from '@harness/core/work/unseen-quotes'
import * as z from 'zod'
import { type FormatProblem, type Parsed, parsed, refused, unplaced } from '../../text/format-problem.ts'
import { unlocated } from '../../text/located-value.ts'
import { checkAgainst } from '../../text/schema-problems.ts'
import { type Contract, contractOf, type Quoting } from '../contract.ts'
import { parseReview, type Review } from './parse-review.ts'
import { reviewAsked } from './review-form.ts'

const severity = z.preprocess(
  (value) =>
    severities.find((one) => typeof value === 'string' && one.toLowerCase() === value.trim().toLowerCase()) ??
    value,
  z.enum(severities),
)

const verdicts = ['no findings', 'no blocking findings', 'blocking findings'] as const

/** Every field is required of a provider; here, those that can be done without may be missing. */
export const structuredFinding = z.strictObject({
  severity,
  title: z.string().regex(/\S/, 'a title').describe('One line: what is wrong.'),
  detail: z.string().default('').describe('How to see it, and what would be right.'),
  file: z.string().nullable().default(null).describe('Path relative to the repository.'),
  line: z.int().nullable().default(null),
  quote: z
    .string()
    .nullable()
    .default(null)
    .describe('The lines of code or of output that show it, word for word; null if there are none.'),
})

export const structuredFindings = z.array(structuredFinding).max(1000)

const reviewContract = z.strictObject({
  findings: structuredFindings,
  verdict: z.enum(verdicts).nullable().default(null),
})

export const reviewJsonSchema = (): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(reviewContract, { io: 'output' })

/** A structured review needs no sentinel line: its verdict says it, or, without one, the lack of blocking findings. */
export function parseStructuredReview(value: unknown, file = 'review'): Parsed<Review> {
  const checked = checkAgainst(reviewContract, unlocated(value), file)
  if (!checked.ok) return checked
  const findings = checked.value.findings.map(findingOf)
  const { verdict } = checked.value
  if (verdict === 'blocking findings' && !findings.some((finding) => isBlockingSeverity(finding.severity)))
    return refused([contradiction(file)])
  const sentinel =
    verdict === null
      ? !findings.some((finding) => isBlockingSeverity(finding.severity))
      : verdict !== 'blocking findings'
  return parsed({ findings, sentinel })
}

/** A blocking verdict must name its finding: a hint can neither be fixed nor merged. */
const contradiction = (file: string): FormatProblem =>
  unplaced(
    file,
    'the blocking findings themselves, or another verdict',
    '"blocking findings" without one that blocks',
    'verdict',
  )

export const findingOf = ({ quote, ...finding }: z.infer<typeof structuredFinding>): Finding => ({
  ...finding,
  detail: withQuote(finding.detail, quote),
  title: finding.title.trim(),
  ...anchorOf(finding.file, finding.line),
})

/** A quotation stands below the detail as text would have it: in lines that begin with `>`. */
const withQuote = (detail: string, quote: string | null): string =>
  quote === null || quote.trim() === ''
    ? detail
    : [...(detail.trim() === '' ? [] : [detail]), quote.trim().replace(/^/gm, '> ')].join('\n')

/** A path that leads elsewhere is dropped: the finding still counts. */
function anchorOf(file: string | null, line: number | null): Pick<Finding, 'file' | 'line'> {
  const contained = file === null ? null : containedPath(file)
  return { file: contained?.ok ? contained.path : null, line: line !== null && line > 0 ? line : null }
}

/** A reviewer may quote the diff that it was given. */
export const quotingFindings: Quoting = {
  ofMaterials: true,
  quotesIn: (answer) => quotesInFindings((answer as Partial<ReviewAnswer>).findings ?? []),
}

/** Shared by the playbooks that have work reviewed. Prose is kept as text, and is no verdict. */
export const review: Contract<ReviewAnswer | TextAnswer> = {
  ...contractOf(
    'review',
    { jsonSchema: reviewJsonSchema(), structured: parseStructuredReview, text: parseReview },
    reviewAsked,
    (found) => ({ kind: 'review', ...found }),
  ),
  prose: { kind: 'text' },
  quoting: quotingFindings,
}
