/**
 * Owns the lines that end a review, and the one that ends a merge check. They count in any dress (no dot, other
 * quotes, a heading, a list item), but only if nothing beside them looks like an objection, and nothing shows that
 * they speak of one part. A quotation and code never count.
 */
import { readGroupLine } from './finding-line.ts'
import type { OutlineLine } from './outline.ts'

export const reviewSentinels = ['No findings.', 'No blocking findings.'] as const
export const mergeSentinel = 'No findings. Ready to enable auto-merge.'

/** The words of one of these lines, in any dress. */
export const saysSentinel = ({ raw, text }: OutlineLine, sentinels: readonly string[]): boolean =>
  !isIndentedCode(raw) && sentinels.some((one) => undressed(one) === undressed(text))

const isIndentedCode = (line: string): boolean => /^(?: {4}|\t)/.test(line)

/** Emphasis and the quotation marks of many languages. */
const dress = /^[\s*_`"'“”„‟‘’‚‛«»‹›「」『』《》〈〉]+|[\s*_`"'“”„‟‘’‚‛«»‹›「」『』《》〈〉]+$/gu

const undressed = (text: string): string =>
  text
    .replace(dress, '')
    .replace(/[.!。．]$/u, '')
    .replace(dress, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()

/** Goes through an answer beside its reader, and tells in the end whether the words speak of all of it. */
export class SaidSentinel {
  private readonly said = new Set<OutlineLine>()
  /** Every line but those of findings, in their order. */
  private readonly lines = new Set<OutlineLine>()

  /** A line that says the words. */
  say(line: OutlineLine): void {
    this.said.add(line)
    this.lines.add(line)
  }

  /** Any other line that is no part of a finding. */
  pass(line: OutlineLine): void {
    this.lines.add(line)
  }

  /** The line turned out to be the title of a finding. */
  takeBack(line: OutlineLine): void {
    this.lines.delete(line)
  }

  /** An item that was not read as a finding may still be an objection. */
  get isBesideItem(): boolean {
    return this.beside.some(isItem)
  }

  get counts(): boolean {
    if (this.said.size === 0 || this.isBesideItem || this.isLedOn) return false
    const parts = this.beside.filter(namesPart).length
    const hasText = this.beside.some((line) => !isHeading(line))
    if (hasText && [...this.said].every(({ kind }) => kind === 'item')) return false
    return parts === 0 || (parts === 1 && !hasText)
  }

  private get beside(): readonly OutlineLine[] {
    return [...this.lines].filter((line) => !this.said.has(line))
  }

  private get isLedOn(): boolean {
    const lines = [...this.lines]
    const lastSaid = lines.findLastIndex((line) => this.said.has(line))
    return lines.slice(0, lastSaid).some(leadsOn)
  }
}

/** `On the tests:`, after which the words speak of the tests. */
const leadsOn = ({ text }: OutlineLine): boolean => /[:：]$/u.test(text.replace(dress, ''))

const isItem = ({ kind, text }: OutlineLine): boolean => {
  if (kind === 'item') return /[\p{L}\p{N}]/u.test(text)
  if (kind !== 'text') return false
  return text.startsWith('|') ? !isCountRow(text) : bullet.test(text)
}

/** What reviewers begin an item with, beside the marks of Markdown. */
const bullet = /^(?:[-+–—•◦▪●‣·→]\s*[\p{L}\p{N}`*_]|\(?(?:\d{1,4}|[a-z])[.):]\s)/iu

/** A row of a table that counts findings by severity. */
const isCountRow = (row: string): boolean =>
  row
    .split('|')
    .map((cell) => cell.replace(dress, ''))
    .every(
      (cell) =>
        readGroupLine(cell) !== null ||
        /^(?:[-:\d\s]*|none|severity|count|number|total|findings?|issues?)$/i.test(cell),
    )

/** A short line in bold is a heading, unless it is a sentence. */
const isHeading = ({ kind, text }: OutlineLine): boolean =>
  kind === 'heading' || (kind === 'text' && /^(\*\*|__).*[^.!?]\1$/.test(text))

const namesPart = (line: OutlineLine): boolean => isHeading(line) && !ofTheWhole.test(line.text)

/** `Review`, `What I checked`, `Final verdict`. */
const ofTheWhole =
  /^(?:[\W\d_]|\b(?:code|merge|check|review|final|overall|verdict|findings?|summary|results?|conclusion|assessment|outcome|decision|plan|changes?|of|the|and|what|was|i|checked|verified|reviewed)\b)*$/i
