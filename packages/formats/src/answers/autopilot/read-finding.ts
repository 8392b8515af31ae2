/**
 * Owns how a finding of a review is read, whichever tool wrote it. An unknown severity counts as important, with a note:
 * it never becomes less than blocking.
 */
import { containedPath } from '@harness/core/kernel/contained-path'
import { oneLine } from '@harness/core/kernel/one-line'
import {
  type FindingSeverity,
  findingSeverities,
  type ReviewFinding,
} from '@harness/core/playbooks/autopilot/documents'
import { isObject } from '../../text/is-object.ts'
import { countIn, textIn, textOf, wordIn } from './loose-values.ts'

/** Words of other tools. All other words are unknown. */
const otherWords: ReadonlyMap<string, FindingSeverity> = new Map([
  ['blocking', 'critical'],
  ['blocker', 'critical'],
  ['high', 'critical'],
  ['warning', 'suggestion'],
  ['note', 'suggestion'],
])

/** The words that can stand for a severity, for a pattern. */
export const severityWords = [...findingSeverities, ...otherWords.keys()].join('|')

/** Null if the word is unknown. */
export function severityOf(value: unknown): FindingSeverity | null {
  const word = wordIn(value).replace(/s$/, '')
  return findingSeverities.find((one) => one === word) ?? otherWords.get(word) ?? null
}

export interface ReadFinding {
  readonly finding: ReviewFinding
  /** What was read otherwise than it was written; null if nothing was. */
  readonly note: string | null
}

const longestTitle = 300
const withoutTitle = 'Finding without a title'

/** Null if the value is no finding. `group` is the severity of the list in which it stands. */
export function findingIn(value: unknown, group: string | null = null): ReadFinding | null {
  const fields = typeof value === 'string' ? { title: value } : value
  if (!isObject(fields)) return null
  const detail = textOf(fields, ['detail', 'rationale', 'description', 'message', 'details']) ?? ''
  const named = textOf(fields, ['title', 'summary', 'name']) ?? firstWords(detail)
  const title = oneLine(named).slice(0, longestTitle) || withoutTitle
  const word = textOf(fields, ['severity', 'level', 'priority']) ?? group
  const severity = severityOf(word)
  return {
    finding: { severity: severity ?? 'important', title, detail, ...placeIn(fields) },
    note: noteOn(word, severity, title),
  }
}

export function noteOn(word: string | null, severity: FindingSeverity | null, title: string): string | null {
  if (word === null) return `“${title}” has no severity; it counts as important`
  if (severity === null)
    return `severity “${shortened(word)}” of “${title}” is none of ${findingSeverities.join(', ')}; it counts as important`
  return wordIn(word) === severity ? null : `severity “${word.trim()}” was read as ${severity}`
}

const shortened = (word: string): string => oneLine(word).slice(0, 60)

/** The first sentence, or the start of it. */
function firstWords(detail: string): string {
  const line = oneLine(detail.slice(0, 2_000))
  const sentence = /^.{1,100}?[.!?](?=\s|$)/.exec(line)?.[0] ?? line
  return sentence.length <= 100 ? sentence : `${sentence.slice(0, 100).replace(/\s+\S*$/, '')} …`
}

/** A path that leads out of the repository is dropped; the finding still counts. */
function placeIn(fields: Readonly<Record<string, unknown>>): Pick<ReviewFinding, 'file' | 'line'> {
  const named = textOf(fields, ['file', 'path', 'location'])
  const [, path = named ?? '', lineOfPath] = /^(.+?):(\d{1,9})(?:[-:]\d+)?$/.exec(named ?? '') ?? []
  const contained = containedPath(path.trim())
  const line = lineIn(fields.line) ?? lineIn(fields.lineRange) ?? lineIn(fields.lines) ?? lineIn(lineOfPath)
  return { file: contained.ok ? contained.path : null, line }
}

function lineIn(value: unknown): number | null {
  const first = Array.isArray(value) ? (value[0] as unknown) : value
  const line = countIn(/^\s*L?(\d{1,9})\s*(?:[-–].*)?$/.exec(textIn(first) ?? '')?.[1])
  return line === null || line === 0 ? null : line
}
