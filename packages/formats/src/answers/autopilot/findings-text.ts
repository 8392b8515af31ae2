/**
 * Reads the findings of a review that is written in Markdown. A text that could not be read is itself an important finding,
 * so that no objection is lost.
 */
import type { ReviewFinding } from '@harness/core/playbooks/autopilot/documents'
import { saysNone } from '../review/finding-line.ts'
import { placeOfFinding } from '../review/finding-place.ts'
import { type OutlineLine, outline, readableLength } from '../review/outline.ts'
import { reviewSentinels, SaidSentinel, saysSentinel } from '../review/sentinel.ts'
import { noteOn, severityOf, severityWords } from './read-finding.ts'

export interface ReadFindings {
  readonly findings: readonly ReviewFinding[]
  readonly notes: readonly string[]
}

export const unreadTitle = 'The review is in prose and could not be read'
const longestDetail = 20_000

export function findingsIn(text: string): ReadFindings {
  const reading = new Reading(text)
  if (reading.isRead) return reading
  const unread: ReviewFinding = {
    severity: 'important',
    title: unreadTitle,
    detail: text.trim().slice(0, longestDetail),
    file: null,
    line: null,
  }
  return { findings: [...reading.findings, unread], notes: reading.notes }
}

const bold = '(?:\\*\\*|__|`)?'
/** `[critical] title`, with any word. A link and a checkbox are none. */
const bracketed = new RegExp(
  `^${bold}\\[\\s*([A-Za-z][A-Za-z _-]{1,30}?)\\s*\\](?!\\()${bold}\\s*(?:[:–—|]|-\\s)?\\s*(.*)$`,
)
/** `critical: title`, `**critical** — title`. */
const separated = new RegExp(`^${bold}(${severityWords})s?${bold}\\s*(?:[:–—|]|-\\s)${bold}\\s*(\\S.*)$`, 'i')
/** A line that is only a severity: `## Critical`, `**Important findings (2):**`. */
const group = new RegExp(
  `^${bold}\\[?(${severityWords})s?\\]?(?:\\s+(?:findings?|issues?|problems?))?\\s*(?:\\(\\d+\\))?:?${bold}:?$`,
  'i',
)

interface OpenFinding {
  readonly word: string
  readonly title: string
  readonly from: OutlineLine
  readonly detail: string[]
}

/** Reads the lines once. At most one finding is open, and takes the lines that follow as its detail. */
class Reading {
  readonly findings: ReviewFinding[] = []
  readonly notes: string[] = []
  private readonly said = new SaidSentinel()
  private readonly saidNone = new Set<string | null>()
  private open: OpenFinding | null = null
  private group: { readonly word: string; readonly depth: number } | null = null

  constructor(text: string) {
    for (const line of outline(text)) this.take(line)
    this.close()
  }

  /** If hints are all that was read, an item beside them may be more. */
  get isRead(): boolean {
    if (this.findings.some(({ severity }) => severity !== 'suggestion')) return true
    if (this.said.isBesideItem) return false
    if (this.findings.length > 0 || this.said.counts) return true
    return this.saidNone.has('critical') && this.saidNone.has('important')
  }

  private take(line: OutlineLine): void {
    if (line.kind === 'quiet' || line.kind === 'blank') {
      this.open?.detail.push(line.raw)
      return
    }
    const start = startOf(line)
    const named = group.exec(line.text)?.[1] ?? null
    if (this.group === null && saysSentinel(line, reviewSentinels)) {
      this.close()
      this.said.say(line)
    } else if (start !== null) this.begin(start.word, start.rest, line)
    else if (named !== null) this.beginGroup(named, line)
    else if (line.kind === 'heading') this.takeHeading(line)
    else this.takeRest(line)
  }

  private beginGroup(word: string, line: OutlineLine): void {
    this.close()
    this.group = { word, depth: line.kind === 'heading' ? line.depth : 6 }
  }

  /** A smaller heading below the heading of a severity is a finding of it. */
  private takeHeading(line: OutlineLine): void {
    if (this.group !== null && line.depth > this.group.depth) {
      this.begin(this.group.word, line.text, line)
      return
    }
    this.close()
    this.group = null
    this.said.pass(line)
  }

  private takeRest(line: OutlineLine): void {
    if (this.open !== null && this.isApart(this.open, line)) this.close()
    const isItem = line.kind === 'item'
    if (this.open !== null && (!isItem || this.isBelow(this.open, line))) this.open.detail.push(line.raw)
    else if (this.group !== null) this.begin(this.group.word, line.text, line)
    else {
      this.close()
      this.said.pass(line)
    }
  }

  private isBelow({ from }: OpenFinding, line: OutlineLine): boolean {
    return from.kind === 'heading' || line.depth > from.depth + 1
  }

  /** After an item and a blank line, text that is not indented is about another subject. */
  private isApart({ from, detail }: OpenFinding, line: OutlineLine): boolean {
    return from.kind !== 'heading' && detail.at(-1)?.trim() === '' && line.depth <= from.depth
  }

  private begin(word: string, title: string, from: OutlineLine): void {
    this.close()
    if (saysNone(title)) this.saidNone.add(severityOf(word))
    else this.open = { word, title, from, detail: from.raw.length > readableLength ? [from.raw] : [] }
  }

  private close(): void {
    if (this.open === null) return
    const { word, title: start, detail } = this.open
    this.open = null
    const body = unindented(detail)
    const [first = '', ...more] = start === '' ? body.split('\n') : [start, body]
    const place = placeOfFinding(first, more.join('\n'))
    const title = place.title === '' ? 'Finding without a title' : place.title
    const severity = severityOf(word)
    const note = noteOn(word, severity, title)
    if (note !== null) this.notes.push(note)
    const text = more.join('\n').trim().slice(0, longestDetail)
    this.findings.push({
      severity: severity ?? 'important',
      title,
      detail: text,
      file: place.file,
      line: place.line,
    })
  }
}

/** In running text only a word in brackets starts a finding: a sentence may start with “Note:”. */
function startOf({ kind, text }: OutlineLine): { readonly word: string; readonly rest: string } | null {
  const match = bracketed.exec(text) ?? (kind === 'text' ? null : separated.exec(text))
  return match?.[1] === undefined ? null : { word: match[1], rest: (match[2] ?? '').trim() }
}

function unindented(lines: readonly string[]): string {
  const said = lines.filter((line) => line.trim() !== '')
  const indent = Math.min(...said.map((line) => line.length - line.trimStart().length), 80)
  return lines
    .map((line) => line.slice(indent).trimEnd())
    .join('\n')
    .trim()
}
