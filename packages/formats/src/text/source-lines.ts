/** Knows where every line of a text begins and ends, so that thousands of places are found without scanning again. */
import type { Place } from './located-value.ts'

export interface SourceLines {
  readonly count: number
  /** Offset of the first character of a line; of the line after the last one: the end of the text. */
  start(line: number): number
  /** Offset behind the last character of a line, its line break not counted. */
  end(line: number): number
  /** The line's number in the whole file, from 1. */
  numberOf(line: number): number
  /** Line and column, both from 1 and counted in the whole file, of an offset. */
  placeAt(offset: number): Place
}

/** The lines from offset `from` on, which must begin a line. Lines are numbered from 0 there. */
export function sourceLines(text: string, from = 0): SourceLines {
  const starts = text.includes('\r') ? startsAfterAnyBreak(text, from) : startsAfterFeeds(text, from)
  const before = from === 0 ? 0 : linesBefore(text, from)
  const start = (line: number): number => starts[line] ?? text.length
  return {
    count: starts.length,
    start,
    end: (line) => {
      let end = start(line + 1)
      if (line + 1 < starts.length) {
        if (text.charCodeAt(end - 1) === feed) end--
        if (end > start(line) && text.charCodeAt(end - 1) === carriageReturn) end--
      }
      return end
    },
    numberOf: (line) => before + line + 1,
    placeAt: (offset) => {
      if (offset < from) return { line: 1, column: offset + 1 }
      let low = 0
      let high = starts.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if (start(middle) <= offset) low = middle
        else high = middle - 1
      }
      return { line: before + low + 1, column: offset - start(low) + 1 }
    },
  }
}

const feed = 0x0a
const carriageReturn = 0x0d

function startsAfterFeeds(text: string, from: number): number[] {
  const starts = [from]
  for (let at = text.indexOf('\n', from); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function startsAfterAnyBreak(text: string, from: number): number[] {
  const starts = [from]
  const lineBreak = /\r\n?|\n/g
  lineBreak.lastIndex = from
  while (lineBreak.exec(text) !== null) starts.push(lineBreak.lastIndex)
  return starts
}

const linesBefore = (text: string, from: number): number =>
  (text.slice(0, from).match(/\r\n?|\n/g) ?? []).length
