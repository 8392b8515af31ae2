/** Owns `.harness/plan-review.md`: its first line is the verdict, the notes stand below it. */

import { oneLine } from '@harness/core/kernel/one-line'
import { type PlanVerdict, planVerdicts } from '@harness/core/playbooks/mission/state/mission-document'
import { type Parsed, parsed, refused } from '../../text/format-problem.ts'
import { shown } from '../../text/shown.ts'
import { oversize } from '../../text/text-size.ts'

export interface PlanReview {
  readonly verdict: PlanVerdict
  readonly notes: readonly string[]
}

export function parsePlanReview(text: string, file: string): Parsed<PlanReview> {
  const tooLarge = oversize(text, file)
  if (tooLarge !== null) return refused([tooLarge])
  const [first = '', ...rest] = text.split('\n')
  const word = /^VERDICT:\s*(\S+)\s*$/.exec(first)?.[1]
  const verdict = planVerdicts.find((one) => one === word)
  if (verdict === undefined)
    return refused([
      {
        file,
        line: 1,
        column: 1,
        field: null,
        expected: `"VERDICT: " and one of ${planVerdicts.join(', ')}`,
        found: shown(first.trim()),
        hint: null,
      },
    ])
  return parsed({ verdict, notes: notesIn(rest) })
}

/** Each list item, or each line if there is no list. */
const notesIn = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.replace(/^\s*[-*]\s+/, '').trim()).filter((line) => line !== '')

export const printPlanReview = ({ verdict, notes }: PlanReview): string =>
  [`VERDICT: ${verdict}`, ...(notes.length === 0 ? [] : ['', ...notes.map(asItem)]), ''].join('\n')

const asItem = (note: string): string => `- ${oneLine(note)}`
