/**
 * Owns the answer of a merge check: findings as in a review, or the one line that lets the change be merged. That line
 * beside a blocking finding lets nothing through, and nothing else stands in for it.
 */
import { isBlockingSeverity } from '@harness/core/kernel/finding'
import * as z from 'zod'
import { type Parsed, parsed, refused, unplaced } from '../../text/format-problem.ts'
import { unlocated } from '../../text/located-value.ts'
import { checkAgainst } from '../../text/schema-problems.ts'
import { shown } from '../../text/shown.ts'
import { oversize } from '../../text/text-size.ts'
import { type Review, readReview } from './parse-review.ts'
import { findingOf, structuredFindings } from './review-contract.ts'
import { mergeSentinel } from './sentinel.ts'

const mergeCheck = z.strictObject({
  findings: structuredFindings,
  ready: z.boolean().describe('True only if no finding is Critical, High or Medium.'),
})

export const mergeCheckJsonSchema = (): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(mergeCheck, { io: 'output' })

export function parseMergeCheck(text: string, file = 'merge check'): Parsed<Review> {
  const tooLarge = oversize(text, file)
  return tooLarge === null
    ? judged(readReview(text, [mergeSentinel]), file, shown(text.trim()))
    : refused([tooLarge])
}

export function parseStructuredMergeCheck(value: unknown, file = 'merge check'): Parsed<Review> {
  const checked = checkAgainst(mergeCheck, unlocated(value), file)
  if (!checked.ok) return checked
  const { findings, ready } = checked.value
  return judged({ findings: findings.map(findingOf), sentinel: ready }, file, '"ready": false and none')
}

function judged({ findings, sentinel }: Review, file: string, found: string): Parsed<Review> {
  if (findings.some((finding) => isBlockingSeverity(finding.severity)))
    return parsed({ findings, sentinel: false })
  return sentinel ? parsed({ findings, sentinel }) : refused([unplaced(file, expected, found)])
}

const expected = `a Critical, High or Medium finding, or the words "${mergeSentinel}"`
