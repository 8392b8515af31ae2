/**
 * Owns the lines that end a review, and the one that ends a merge check. An exact line counts wherever it stands by
 * itself. The same words in another dress (no dot, other quotes, a heading, a list item) count only if nothing in the
 * answer shows that they speak of one part. A quotation and code never count.
 */
import type { OutlineLine } from './outline.ts'

export const reviewSentinels = ['No findings.', 'No blocking findings.'] as const
export const mergeSentinel = 'No findings. Ready to enable auto-merge.'

export function isSentinelLine(line: string, sentinels: readonly string[]): boolean {
  if (isIndentedCode(line)) return false
  return sentinels.includes(line.trim().replace(/^(\*\*|__|\*|_|`)(.*)\1$/, '$2'))
}

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

/** Goes through an answer beside its reader, and tells in the end whether dressed words speak of all of it. */
export class DressedSentinel {
  private readonly said = { heading: 0, item: 0, text: 0 }
  private readonly beside = { heading: 0, item: 0, text: 0 }

  /** A line that says the words. */
  say({ kind }: OutlineLine): void {
    if (kind in this.said) this.said[kind as keyof typeof this.said]++
  }

  /** Any other line. */
  pass({ kind }: OutlineLine): void {
    if (kind in this.beside) this.beside[kind as keyof typeof this.beside]++
  }

  /** Below a second heading or beside another item it may speak of one part only. */
  get counts(): boolean {
    const { said, beside } = this
    if (beside.heading > 1) return false
    if (said.item > 0) return beside.item === 0 && beside.text === 0
    return said.heading > 0 ? beside.item === 0 : said.text > 0
  }
}
