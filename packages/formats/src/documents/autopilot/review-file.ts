/** Owns `phase-N-review.json`: the findings of a review. Other tools write a list, or other words for the severities. */
import type { ReviewFinding } from '@harness/core/playbooks/autopilot/documents'
import { readFindings } from '../../answers/autopilot/review-form.ts'
import { type Parsed, parsed } from '../../text/format-problem.ts'
import { readJsonValue } from './json-object.ts'

export interface ReadReview {
  readonly findings: readonly ReviewFinding[]
  /** What was read otherwise than it was written. */
  readonly warnings: readonly string[]
}

export function readReview(text: string, file: string): Parsed<ReadReview> {
  const json = readJsonValue(text, file)
  if (!json.ok) return json
  const read = readFindings(json.value.value, file)
  return read.ok ? parsed({ findings: read.value.findings, warnings: read.value.notes }) : read
}

export interface PrintedReview {
  /** From 1. */
  readonly phase: number
  readonly name: string
  readonly findings: readonly ReviewFinding[]
  /** Why a person let the work pass in spite of them. */
  readonly overridden?: string
}

export function printReview({ phase, name, findings, overridden }: PrintedReview): string {
  const printed = { phase, name, findings: findings.map(printedFinding), overridden }
  return `${JSON.stringify(printed, null, 2)}\n`
}

/** With its fields in their order. */
export const printedFinding = ({ severity, title, detail, file, line }: ReviewFinding): ReviewFinding => ({
  severity,
  title,
  detail,
  file,
  line,
})
