/** Owns what a reviewer's statement is: how grave, about what, and when two statements are the same one. */
import { wordsIn } from './words.ts'

export const severities = ['Critical', 'High', 'Medium', 'Low'] as const
export type Severity = (typeof severities)[number]

export interface Finding {
  readonly severity: Severity
  readonly title: string
  readonly detail: string
  readonly file: string | null
  readonly line: number | null
}

export const isBlockingSeverity = (severity: Severity): boolean => severity !== 'Low'

/**
 * Identity over passes: the file and the words of the title. Line numbers move with every fix and severity is a
 * matter of mood, so neither takes part.
 */
export function signatureOf(finding: Finding): string {
  return `${finding.file ?? '*'}#${wordsOf(finding).join(' ')}`
}

const wordsOf = ({ title }: Finding): readonly string[] => wordsIn(title)

const mostWords = 0.75

/** A fix above it moves a place by about so many lines. */
const nearbyLines = 10

/**
 * Whether a finding without a known signature is an open one in other words. A Medium is, if the open one could block
 * and stood at about the same line, or had most of its words: a late pass could not raise it again, so taken for another
 * it would stop blocking although nothing was fixed. Graver ones can always be raised again; taken for another they would
 * hide that fixes go in circles, so they, and Lows, must be as grave and have most of the words.
 */
export function isReworded(open: Finding, raised: Finding): boolean {
  const hasItsWords = sharedWords(open, raised) >= mostWords
  if (raised.severity !== 'Medium')
    return open.file !== null && open.file === raised.file && open.severity === raised.severity && hasItsWords
  const isElsewhere = open.file !== null && raised.file !== null && open.file !== raised.file
  return isBlockingSeverity(open.severity) && !isElsewhere && (isNear(open, raised) || hasItsWords)
}

/** If a finding says what another one says: about the same file, with most of its words. */
export const isSameStatement = (one: Finding, other: Finding): boolean =>
  one.file === other.file && sharedWords(one, other) >= mostWords

/** If a title that an agent wrote down means this finding: it has most of its words, and more than one. */
export function isTitled(finding: Finding, title: string): boolean {
  const named: Finding = { ...finding, title }
  const isSame = wordsOf(finding).join(' ') === wordsOf(named).join(' ')
  return isSame || (wordsOf(named).length > 1 && sharedWords(finding, named) >= mostWords)
}

const isNear = (one: Finding, other: Finding): boolean =>
  one.file === other.file &&
  one.line !== null &&
  other.line !== null &&
  Math.abs(one.line - other.line) <= nearbyLines

/** Of the words of the shorter title, how many are in the other one too. */
function sharedWords(one: Finding, other: Finding): number {
  const [few, many] = [new Set(wordsOf(one)), new Set(wordsOf(other))].sort((a, b) => a.size - b.size)
  if (few === undefined || many === undefined || few.size === 0) return 0
  return [...few].filter((word) => many.has(word)).length / few.size
}

export const describeFinding = (finding: Finding): string => {
  const place =
    finding.file === null ? '' : ` (${finding.file}${finding.line === null ? '' : `:${finding.line}`})`
  const detail = finding.detail.trim() === '' ? '' : `\n  ${finding.detail.trim().replaceAll('\n', '\n  ')}`
  return `- [${finding.severity}] ${finding.title}${place}${detail}`
}
