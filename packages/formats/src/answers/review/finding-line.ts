/** Recognises how reviewers begin a finding, a group of findings, or say that there are none. */
import { type Severity, severities } from '@harness/core/kernel/finding'

const word = '(critical|high|medium|low)'
const bold = '(?:\\*\\*|__|\\*|_|`)?'
const more = '(?:[ -](?:severity|priority))?'
const number = '(?:#?\\d{1,4}[.):]\\s+)?'
const symbol = '[\\p{Extended_Pictographic}\\uFE0F\\s]*'
const start = `^${symbol}${bold}${number}${symbol}`

/** `[High] title`, `**[High]** title`, `(High): title`. */
const bracketed = new RegExp(
  `${start}${bold}[[(]\\s*${word}${more}\\s*[\\])]${bold}\\s*(?:[:–—|]|-\\s)?\\s*(.*)$`,
  'iu',
)
/** `High: title`, `**High** — title`, `**High: title**`, `High - title`. */
const separated = new RegExp(`${start}${bold}${word}${more}${bold}\\s*(?:[:–—|]|-\\s)${bold}\\s*(.*)$`, 'iu')
/** `**High** title`. */
const emphasised = new RegExp(`${start}(?:\\*\\*|__|\`)${word}${more}(?:\\*\\*|__|\`)\\s+(.+)$`, 'iu')

/** A heading or line that is nothing but a severity: `## High`, `**High findings (2):**`. */
const group = new RegExp(
  `^${symbol}${bold}\\[?${word}\\]?${more}(?:\\s+(?:findings?|issues?|problems?|bugs?))?\\s*(?:[(/].*)?:?${bold}:?$`,
  'iu',
)

const severityOf = (found: string | undefined): Severity | null =>
  severities.find((severity) => severity.toLowerCase() === found?.toLowerCase()) ?? null

export interface FindingLine {
  readonly severity: Severity
  /** What follows the severity; may be empty. */
  readonly rest: string
}

export function readFindingLine(text: string): FindingLine | null {
  const match = bracketed.exec(text) ?? separated.exec(text) ?? emphasised.exec(text)
  const severity = severityOf(match?.[1])
  return severity === null ? null : { severity, rest: (match?.[2] ?? '').trim() }
}

/** `**Severity:** High`, below the title of the finding it belongs to. */
export const readSeverityLine = (text: string): Severity | null =>
  severityOf(/^\W*severity\W+(critical|high|medium|low)\b/i.exec(text)?.[1])

export const readGroupLine = (text: string): Severity | null => severityOf(group.exec(text)?.[1])

/** `| High | title | src/a.ts:3 |`: the longest other cell is what it is about. */
export function readTableRow(text: string): FindingLine | null {
  if (!/^\|.*\|$/.test(text)) return null
  const cells = text
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
  const at = cells.findIndex((cell) => readGroupLine(cell) !== null)
  const severity = readGroupLine(cells[at] ?? '')
  if (severity === null) return null
  const others = cells.filter((cell, index) => index !== at && !/^#?\d*$/.test(cell))
  // A row of severities and numbers counts findings; it is none.
  if (others.length === 0) return null
  const place = others.find((cell) => /^`?[^\s`]*[\w/][./][^\s`]*`?$/.test(cell))
  const longest = others
    .filter((cell) => cell !== place)
    .reduce((best, cell) => (cell.length > best.length ? cell : best), '')
  return { severity, rest: place === undefined ? longest : `${longest} (${place.replaceAll('`', '')})` }
}

/** `None.`, `0`, `no issues`, `0, High: 0`: a severity that is mentioned only to say that nothing has it. */
export const saysNone = (text: string): boolean =>
  /^(?:none|nothing|no(?: \w+)? (?:findings?|issues?|problems?)|n\/?a|-+|–|—|0)(?: (?:found|identified|findings?|issues?))?\s*(?:[.!,;)].*)?$/iu.test(
    text.replace(/[*_`]/g, '').trim(),
  ) ||
  /^\d+\s*(?:findings?|issues?)?\s*[.,;]?$|^\d+\s*[,;].*\b(?:critical|high|medium|low)\b/iu.test(text.trim())
