/** Changes the status in a plan's front matter and nothing else: every other byte stays as its author left it. */

import type { PlanStatus } from '@harness/core/work/plan-graph'
import { type Parsed, parsed, refused } from '../../text/format-problem.ts'
import { problemIn } from '../../text/located-value.ts'
import { parsePlanHeader, readFrontMatter } from './parse-plan.ts'

export function setPlanStatus(text: string, status: PlanStatus, path: string): Parsed<string> {
  const header = parsePlanHeader(text, path)
  if (!header.ok) return header
  if (header.value.status === status) return parsed(text)
  const front = readFrontMatter(text, path)
  if (!front.ok) return front
  const { start, end } = front.value.rangeOf(['status']) ?? { start: 0, end: 0 }
  const word = /^(["']?)(active|in_progress|completed|blocked)\1$/.exec(text.slice(start, end))
  if (word === null) {
    // Folded over lines, for example.
    return refused([problemIn(front.value, ['status'], path, 'the status as one word', 'another spelling')])
  }
  const quote = word[1] ?? ''
  return parsed(`${text.slice(0, start)}${quote}${status}${quote}${text.slice(end)}`)
}
