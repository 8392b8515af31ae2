/**
 * Reads a review written in Markdown: the findings in the forms reviewers give them, and whether the sentinel stands
 * there. What the two mean together is not decided here. A text with neither is no review, nor is one in which only
 * hints could be read beside items that may be more.
 */
import { type Finding, isBlockingSeverity, type Severity } from '@harness/core/kernel/finding'
import { type Parsed, parsed, refused, unplaced } from '../../text/format-problem.ts'
import { shown } from '../../text/shown.ts'
import { oversize } from '../../text/text-size.ts'
import {
  type FindingLine,
  readFindingLine,
  readGroupLine,
  readSeverityLine,
  readTableRow,
  saysNone,
} from './finding-line.ts'
import { placeOfFinding } from './finding-place.ts'
import { type OutlineLine, outline, readableLength } from './outline.ts'
import { reviewSentinels, SaidSentinel, saysSentinel } from './sentinel.ts'

export interface Review {
  readonly findings: readonly Finding[]
  readonly sentinel: boolean
}

export function parseReview(text: string, file = 'review'): Parsed<Review> {
  const tooLarge = oversize(text, file)
  if (tooLarge !== null) return refused([tooLarge])
  const reading = new Reading(reviewSentinels, text)
  const { review } = reading
  const isRead = review.findings.some(({ severity }) => isBlockingSeverity(severity)) || !reading.isBesideItem
  if ((review.findings.length > 0 && isRead) || review.sentinel) return parsed(review)
  const expected = 'findings, each with its severity, or the words "No findings."'
  return refused([unplaced(file, expected, shown(text.trim()))])
}

/** Everything in the text that has the form of a finding, and whether one of these lines stands there. */
export const readReview = (text: string, sentinels: readonly string[]): Review =>
  new Reading(sentinels, text).review

interface OpenFinding extends FindingLine {
  /** The line it began with. */
  readonly from: OutlineLine
  readonly detail: string[]
}

/** Goes through the lines once; at most one finding is open and takes what follows as its detail. */
class Reading {
  private readonly sentinels: readonly string[]
  private readonly findings: Finding[] = []
  private readonly said = new SaidSentinel()
  private open: OpenFinding | null = null
  /** The heading that gives its severity to the text below it. */
  private group: { readonly severity: Severity; readonly depth: number; isEmpty: boolean } | null = null
  /** The last heading or item that named no severity: one may follow below it. */
  private lastTitle: OutlineLine | null = null

  constructor(sentinels: readonly string[], text: string) {
    this.sentinels = sentinels
    for (const line of outline(text)) this.take(line)
    this.close()
  }

  get review(): Review {
    return { findings: this.findings, sentinel: this.said.counts }
  }

  get isBesideItem(): boolean {
    return this.said.isBesideItem
  }

  private take(line: OutlineLine): void {
    if (line.kind === 'quiet' || line.kind === 'blank') this.open?.detail.push(line.raw)
    else if (this.saysSentinel(line)) {
      this.close()
      this.said.say(line)
    } else if (line.kind === 'heading') this.takeHeading(line)
    else this.takeLine(line)
  }

  /** The words below the heading of a severity speak of that severity, unless it has its own already. */
  private saysSentinel(line: OutlineLine): boolean {
    if (!saysSentinel(line, this.sentinels)) return false
    return this.group === null || (!this.group.isEmpty && line.kind === 'text')
  }

  private takeHeading(line: OutlineLine): void {
    const group = readGroupLine(line.text)
    const finding = group === null ? readFindingLine(line.text) : null
    if (group === null && finding === null && this.isBelowOpenHeading(line)) {
      this.open?.detail.push(line.raw)
      return
    }
    this.close()
    this.lastTitle = line
    if (finding !== null) this.begin(finding, line)
    else if (group !== null) this.group = { severity: group, depth: line.depth, isEmpty: true }
    // A smaller heading without a severity is a finding of the group it stands in.
    else if (this.group !== null && line.depth > this.group.depth) {
      this.begin({ severity: this.group.severity, rest: line.text }, line)
    } else {
      this.group = null
      this.said.pass(line)
    }
  }

  private takeLine(line: OutlineLine): void {
    const finding = readTableRow(line.text) ?? readFindingLine(line.text)
    const group = finding === null || finding.rest === '' ? readGroupLine(line.text) : null
    const severity = readSeverityLine(line.text)
    if (this.isDetail(line, finding)) this.open?.detail.push(line.raw)
    else if (severity !== null) this.beginWithLastTitle(severity, line)
    else if (group !== null && line.kind === 'text') {
      this.close()
      this.group = { severity: group, depth: 6, isEmpty: true }
    } else if (finding !== null) this.begin(finding, line)
    else if (group !== null) this.begin({ severity: group, rest: '' }, line)
    else if (this.group !== null && (line.kind === 'item' || this.open === null)) {
      this.begin({ severity: this.group.severity, rest: line.text }, line)
    } else this.takeRest(line)
    if (line.kind === 'item' && this.open === null) this.lastTitle = line
  }

  /** Part of the open finding, beside it, or both: an item on its level may be an objection of its own. */
  private takeRest(line: OutlineLine): void {
    if (this.open !== null && this.isApart(this.open)) this.close()
    this.open?.detail.push(line.raw)
    if (this.open === null || (line.kind === 'item' && this.open.from.kind !== 'heading'))
      this.said.pass(line)
  }

  private beginWithLastTitle(severity: Severity, line: OutlineLine): void {
    if (this.lastTitle !== null) this.said.takeBack(this.lastTitle)
    this.begin({ severity, rest: this.lastTitle?.text ?? '' }, line)
  }

  /** What is indented below an item belongs to it, unless it is itself an item that names a severity. */
  private isDetail(line: OutlineLine, finding: FindingLine | null): boolean {
    if (this.open === null) return false
    if (readSeverityLine(line.text) !== null) return true
    const isBelow = this.open.from.kind === 'item' && line.depth > this.open.from.depth + 1
    return isBelow && !(line.kind === 'item' && finding !== null)
  }

  private isBelowOpenHeading(line: OutlineLine): boolean {
    return this.open?.from.kind === 'heading' && line.depth > this.open.from.depth
  }

  /** After an item and a blank line, text that is not indented is about something else. */
  private isApart(open: OpenFinding): boolean {
    return open.from.kind !== 'heading' && open.detail.at(-1)?.trim() === ''
  }

  private begin(finding: FindingLine, from: OutlineLine): void {
    this.close()
    if (this.group !== null) this.group.isEmpty = false
    const isCut = from.raw.trim().length > readableLength
    if (isCut || !saysNone(finding.rest)) this.open = { ...finding, from, detail: isCut ? [from.raw] : [] }
  }

  private close(): void {
    if (this.open === null) return
    const { severity, rest, detail } = this.open
    this.open = null
    const body = unindented(detail)
    const [title = '', ...more] = rest === '' ? body.split('\n') : [rest, body]
    const place = placeOfFinding(title, more.join('\n'))
    this.findings.push({
      severity,
      title: place.title === '' ? 'Finding without a title' : place.title,
      detail: more.join('\n').trim(),
      file: place.file,
      line: place.line,
    })
  }
}

function unindented(lines: readonly string[]): string {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length)
  const indent = Math.min(...indents, 80)
  return lines
    .map((line) => line.slice(indent).trimEnd())
    .join('\n')
    .trim()
}
