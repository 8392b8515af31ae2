/**
 * Owns whether a quotation stands in what an agent saw, or names a command that it ran. White space, colours, numbers of
 * lines, marks of quotations and typographic quotes do not count; every letter and every digit does. Pure.
 */
import type { QuotesHeld } from '../kernel/quotation.ts'

/** A command that an agent ran. */
export interface RanCommand {
  readonly line: string
  /** Null if nothing tells it. */
  readonly exitCode: number | null
}

/** `outputs` is what the tools of the call showed; `told` and `ran` are what else the agent may quote. */
export function holdQuotes(
  quotes: readonly string[],
  outputs: readonly string[],
  told: readonly string[] = [],
  ran: readonly RanCommand[] = [],
): QuotesHeld {
  const distinct = [...new Set(quotes)]
  const seen = distinct.length === 0 ? [] : [...outputs, ...told].flatMap(readings)
  return {
    quoted: distinct.length,
    outputs: outputs.length,
    missing: distinct.filter((quote) => !seen.some((text) => stands(quote, text)) && !isRun(quote, ran)),
  }
}

/** A text as it is; without the numbers that a tool puts before its lines; and with all of them in one form. */
function readings(text: string): readonly string[] {
  const plain = withoutColours(text)
  const unnumbered = plain.replace(lineNumbers, '')
  return unnumbered === plain ? [flat(plain)] : [plain, unnumbered, inOneForm(plain)].map(flat)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how colours begin
const colours = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g
const withoutColours = (text: string): string => text.replace(colours, '')

/** `12→`, `12:`, `12 |` and a tab, as readers of files and searches print them. */
const lineNumbers = /^[ \t]*(\d{1,7})(?:[\t→]|:(?!\d)|[ \t]*\|)[ \t]*/gm
const inOneForm = (text: string): string => text.replace(lineNumbers, '$1: ')

const flat = (text: string): string => text.replace(/[“”„]/g, '"').replace(/[‘’]/g, "'").replace(/\s+/g, ' ')

/** `$ npm test`, with or without `exit 0` below it. A part of the command is enough; another exit code is a lie. */
function isRun(quote: string, ran: readonly RanCommand[]): boolean {
  const [, line, code] = /^\$ (.+?)(?:\nexit (\d+))?$/s.exec(quote) ?? []
  return ran.some(
    ({ line: whole, exitCode }) =>
      line !== undefined &&
      stands(line, flat(whole)) &&
      (code === undefined || exitCode === null || exitCode === Number(code)),
  )
}

/** What a quotation says, in the ways in which agents copy it. Some programs begin their own lines with `>`. */
function stands(quote: string, text: string): boolean {
  const plain = withoutColours(quote)
  const bare = plain.replace(/^[ \t]*>[ \t]?/gm, '')
  return [plain, bare, inOneForm(bare), bare.replaceAll('\\n', '\n').replace(/\\(["'`\\])/g, '$1')].some(
    (copy) => standsInOrder(flat(copy).trim(), text),
  )
}

const omission = /\s*(?:\[(?:…|\.{3,})\]|…|\.{3,})\s*/

/** Whole, or in parts that an ellipsis joins: all of them, in this order. */
function standsInOrder(quote: string, text: string): boolean {
  if (quote === '') return false
  if (placeOf({ words: quote, isCutBefore: false, isCutAfter: false }, text, 0) !== -1) return true
  const parts = quote.split(omission)
  if (parts.length === 1) return false
  const said = parts.flatMap((words, index) =>
    words === '' ? [] : [{ words, isCutBefore: index > 0, isCutAfter: index < parts.length - 1 }],
  )
  if (!said.some(({ words }) => words.length >= shortestPart)) return false
  let from = 0
  for (const part of said) {
    const at = placeOf(part, text, from)
    if (at === -1) return false
    from = at + part.words.length
  }
  return true
}

/** One part at least must be this long: `a … b` stands in anything. */
const shortestPart = 4

interface Part {
  readonly words: string
  /** An ellipsis may cut a word in two. */
  readonly isCutBefore: boolean
  readonly isCutAfter: boolean
}

/** The place at which it stands as whole words and numbers, so that `1 failed` does not stand in `11 failed`; -1 if nowhere. */
function placeOf({ words, isCutBefore, isCutAfter }: Part, text: string, from: number): number {
  for (let at = text.indexOf(words, from); at !== -1; at = text.indexOf(words, at + 1)) {
    const end = at + words.length
    const startsWhole = isCutBefore || !isJoined(text.slice(Math.max(0, at - 2), at), words)
    const endsWhole = isCutAfter || !isJoined(words, text.slice(end, end + 2))
    if (startsWhole && endsWhole) return at
  }
  return -1
}

/** If the two texts meet inside of a word or of a number such as `2.5`. */
const isJoined = (before: string, after: string): boolean =>
  (/[\p{L}\p{N}_]$/u.test(before) && /^[\p{L}\p{N}_]/u.test(after)) ||
  (/\d[.,]$/.test(before) && /^\d/.test(after)) ||
  (/\d$/.test(before) && /^[.,]\d/.test(after))
