/** Owns how the answer of a reviewer is read: as an object, as a list, or as Markdown. Only an empty one breaks the contract. */
import type { FindingsAnswer } from '@harness/core/playbooks/autopilot/answers'
import type { ReviewFinding } from '@harness/core/playbooks/autopilot/documents'
import { type Parsed, parsed, refused, unplaced } from '../../text/format-problem.ts'
import { isObject } from '../../text/is-object.ts'
import { jsonIn as anyJsonIn } from '../../text/json-value.ts'
import { fieldOf } from '../../text/located-value.ts'
import { shown } from '../../text/shown.ts'
import { oversize } from '../../text/text-size.ts'
import { type AnswerForm, jsonAtEnd } from '../contract.ts'
import { reviewSchema } from './answer-schemas.ts'
import { findingsIn, type ReadFindings } from './findings-text.ts'
import { findingIn, severityOf } from './read-finding.ts'

const expected = 'findings, each with its severity, or the words "No findings."'

export const reviewForm: AnswerForm<FindingsAnswer> = {
  jsonSchema: reviewSchema,
  structured: (value, file = 'review') => answered(readFindings(value, file)),
  text(text, file = 'review') {
    const tooLarge = oversize(text, file)
    if (tooLarge !== null) return refused([tooLarge])
    const body = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text
    const value = anyJsonIn(body)
    if (Array.isArray(value) || isObject(value)) return answered(readFindings(value, file))
    // JSON that is cut off is no prose: the agent can still send all of it.
    if (text.trim() === '' || /^\s*(?:\{\s*"|\[\s*[{\]])/.test(body))
      return refused([unplaced(file, expected, shown(text.trim()))])
    const last = readFindings(jsonAtEnd(text), file)
    if (last.ok) return answered(last)
    return answered(parsed(findingsIn(text)))
  },
}

const answered = (read: Parsed<ReadFindings>): Parsed<FindingsAnswer> =>
  read.ok ? parsed({ kind: 'findings', findings: read.value.findings, notes: read.value.notes }) : read

/** A list of findings, an object that has one, or lists by severity. */
export function readFindings(value: unknown, file: string): Parsed<ReadFindings> {
  const isIn = isObject(value) && value.findings !== undefined
  const listed = isIn ? value.findings : value
  const path = isIn ? ['findings'] : []
  const grouped = Array.isArray(listed) ? [{ path, group: null, items: listed }] : groupsIn(listed, path)
  if (grouped === null)
    return refused([unplaced(file, 'a list of findings', shown(listed), fieldOf(path) ?? 'findings')])
  const findings: ReviewFinding[] = []
  const notes = new Set<string>()
  for (const { path: at, group, items } of grouped) {
    for (const [index, item] of items.entries()) {
      const read = findingIn(item, group)
      if (read === null) return refused([unplaced(file, 'a finding', shown(item), fieldOf([...at, index]))])
      findings.push(read.finding)
      if (read.note !== null) notes.add(read.note)
    }
  }
  return parsed({ findings, notes: [...notes] })
}

interface Group {
  readonly path: readonly string[]
  readonly group: string | null
  readonly items: readonly unknown[]
}

/** `{ "critical": […], "suggestions": […] }`. Null if the value has no such list. */
function groupsIn(value: unknown, path: readonly string[]): readonly Group[] | null {
  if (!isObject(value)) return null
  const groups = Object.entries(value).flatMap(([group, items]) =>
    Array.isArray(items) && (path.length > 0 || severityOf(group) !== null)
      ? [{ path: [...path, group], group, items: items as readonly unknown[] }]
      : [],
  )
  return groups.length === 0 ? null : groups
}
