/** Takes a quote apart: what its author says to the agent, and the scope comment that may stand in it. */
import type { SourceLines } from '../../text/source-lines.ts'

export interface ScopeComment {
  /** The text between `scope:` and the end of the comment. */
  readonly text: string
  /** The start of the comment in the file. */
  readonly offset: number
  /** Where in the file a character of `text` stands. */
  offsetOf(at: number): number
}

export interface PromptQuote {
  readonly text: string
  readonly scopes: readonly ScopeComment[]
}

const blankLinesBefore = /^(?:[ \t]*(?:\r\n?|\n))+/
const quoteMark = /^ {0,3}>[ \t]?/

/** The lines [first, behind) with their quote marks taken off; a line without one continues with the paragraph. */
export function promptQuote(source: string, lines: SourceLines, first: number, behind: number): PromptQuote {
  let text = ''
  const pieces: { readonly at: number; readonly offset: number }[] = []
  for (let line = first; line < behind; line++) {
    const start = lines.start(line)
    const marked = quoteMark.exec(source.slice(start, lines.end(line)))?.[0].length ?? 0
    pieces.push({ at: text.length, offset: start + marked })
    text += source.slice(start + marked, lines.start(line + 1))
  }
  const offsetOf = (at: number): number => {
    const piece = pieces.findLast((each) => each.at <= at)
    return piece === undefined ? lines.start(first) : piece.offset + (at - piece.at)
  }
  const scopes = scopeCommentsIn(text, offsetOf)
  return {
    text: withoutScopes(text).replace(blankLinesBefore, '').trimEnd(),
    scopes,
  }
}

const scopeBegin = /<!--\s*scope\s*:/y

export function scopeCommentsIn(text: string, offsetOf: (at: number) => number): readonly ScopeComment[] {
  const found: ScopeComment[] = []
  for (let at = text.indexOf('<!--'); at !== -1; at = text.indexOf('<!--', at + 4)) {
    scopeBegin.lastIndex = at
    if (!scopeBegin.test(text)) continue
    const from = scopeBegin.lastIndex
    const end = text.indexOf('-->', from)
    found.push({
      text: text.slice(from, end === -1 ? text.length : end),
      offset: offsetOf(at),
      offsetOf: (inside) => offsetOf(from + inside),
    })
  }
  return found
}

const withoutScopes = (text: string): string =>
  text.includes('<!--') ? text.replace(/[ \t]*<!--\s*scope\s*:[\s\S]*?(?:-->|$)/g, '') : text
