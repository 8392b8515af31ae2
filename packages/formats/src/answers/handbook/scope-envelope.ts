/** Reads the scope of a prompt: which paths it may change, how large its change may be, when it has succeeded. */
import { didYouMean } from '../../text/nearest-name.ts'
import { shown } from '../../text/shown.ts'

export interface ScopeEnvelope {
  readonly paths: readonly string[]
  readonly symbols: readonly string[]
  readonly budget: ScopeBudget
  readonly expected_signal: ExpectedSignal
  readonly success: string
  readonly failure_modes: string
}

export interface ScopeBudget {
  /** Null if it is unbounded. */
  readonly loc: number | null
  readonly loc_floor: number
  readonly files: number | null
  readonly files_floor: number
}

export const expectedSignals = ['allow_empty', 'require_nonempty'] as const
export type ExpectedSignal = (typeof expectedSignals)[number]

const fieldNames = ['paths', 'symbols', 'budget', 'expected_signal', 'success', 'failure_modes'] as const
/** So that no comment is ever slow to read. */
const longest = 20_000
type FieldName = (typeof fieldNames)[number]

export interface EnvelopeMistake {
  /** In the text that was read. */
  readonly offset: number
  readonly field: string | null
  readonly expected: string
  readonly found: string
  readonly hint: string | null
}

export interface ReadEnvelope {
  /** Null if there are mistakes. */
  readonly envelope: ScopeEnvelope | null
  readonly mistakes: readonly EnvelopeMistake[]
}

/** `text` is the text between `scope:` and the end of the comment. Every mistake is told, at most one a field. */
export function readScopeEnvelope(text: string): ReadEnvelope {
  if (text.length > longest) {
    const expected = `no more than ${longest} characters`
    return {
      envelope: null,
      mistakes: [{ offset: 0, field: null, expected, found: `${text.length}`, hint: null }],
    }
  }
  const usual = readUsualEnvelope(text)
  if (usual !== null) return { envelope: usual, mistakes: [] }
  const reader = new EnvelopeReader(text)
  const values = reader.fields()
  if (reader.mistakes.length > 0) return { envelope: null, mistakes: reader.mistakes }
  return { envelope: values as unknown as ScopeEnvelope, mistakes: [] }
}

const usualSpelling =
  /^\s*paths=\{([^{};]*)\};\s*symbols=\{([^{};]*)\};\s*budget=loc:(∞|\d{1,9})(?:±(\d{1,9}))?,\s*files:(∞|\d{1,9})(?:±(\d{1,9}))?;\s*expected_signal=(allow_empty|require_nonempty);\s*success="([^"\\\r\n]*)";\s*failure_modes="([^"\\\r\n]*)"\s*$/

/**
 * As nearly every envelope is written, in one go: a handbook has thousands of them. Null for every other spelling, and
 * for every mistake; those are the reader's below.
 */
function readUsualEnvelope(text: string): ScopeEnvelope | null {
  const found = usualSpelling.exec(text)
  if (found === null) return null
  const [, paths = '', symbols = '', loc, locFloor, files, filesFloor, signal, success = '', failure = ''] =
    found
  const [pathList, symbolList] = [listItems(paths), listItems(symbols)]
  if (pathList.includes('') || symbolList.includes('')) return null
  return {
    paths: pathList,
    symbols: symbolList,
    budget: {
      loc: loc === '∞' ? null : Number(loc),
      loc_floor: Number(locFloor ?? 0),
      files: files === '∞' ? null : Number(files),
      files_floor: Number(filesFloor ?? 0),
    },
    expected_signal: signal as ExpectedSignal,
    success: success.trim(),
    failure_modes: failure.trim(),
  }
}

const listItems = (list: string): readonly string[] =>
  list.trim() === '' ? [] : list.split(',').map((name) => name.trim())

/** Made once: a pattern in a method would be made again at every call. */
const patterns = {
  name: /[A-Za-z_][\w-]*/y,
  loc: /loc(?![\w-])/y,
  files: /files(?![\w-])/y,
  infinity: /∞/y,
  tolerance: /±/y,
  digits: /\d{1,9}(?![\w.])/y,
  word: /[\w-]+/y,
  quoted: /[^"\\]*(?:\\[\s\S][^"\\]*)*(?=")/y,
  restOfField: /(?:[^";\\]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|["\\])*;?/y,
}

/** Thrown to give up a field and continue with the next. */
class Mistaken extends Error {}

const codes = { comma: 0x2c, semicolon: 0x3b, open: 0x7b, close: 0x7d }

const lineBreak = /[\r\n]/

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0

class EnvelopeReader {
  readonly mistakes: EnvelopeMistake[] = []
  private readonly text: string
  private at = 0
  private field: string | null = null
  private readonly named = new Set<string>()

  constructor(text: string) {
    this.text = text
  }

  fields(): Partial<Record<FieldName, unknown>> {
    const values: Partial<Record<FieldName, unknown>> = {}
    for (this.skipSpace(); this.at < this.text.length; this.skipSpace()) {
      this.field = null
      try {
        const name = this.name()
        values[name] = this.value(name)
        this.skipSpace()
        if (this.at < this.text.length) this.take(';', '";" or the end of the comment')
      } catch (error) {
        if (!(error instanceof Mistaken)) throw error
        this.skipField()
      }
    }
    this.field = null
    for (const name of fieldNames) {
      if (!this.named.has(name)) this.note(`the field ${name}`, 'none', this.text.trimEnd().length)
    }
    return values
  }

  private name(): FieldName {
    const begun = this.at
    const word = this.match(patterns.name)
    if (word === null) return this.fail(`a field: ${fieldNames.join(', ')}`)
    const name = fieldNames.find((each) => each === word)
    if (name === undefined)
      return this.fail(`a field: ${fieldNames.join(', ')}`, shown(word), begun, didYouMean(word, fieldNames))
    if (this.named.has(name)) this.fail('every field once', `a second ${name}`, begun)
    this.named.add(name)
    this.field = name
    this.skipSpace()
    this.take('=', `"=" after ${name}`)
    this.skipSpace()
    return name
  }

  private value(name: FieldName): unknown {
    switch (name) {
      case 'paths':
      case 'symbols':
        return this.list()
      case 'budget':
        return this.budget()
      case 'expected_signal':
        return this.signal()
      case 'success':
      case 'failure_modes':
        return this.sentence()
    }
  }

  /** Braces inside an item, as globs have them, belong to it. */
  private list(): readonly string[] {
    const opened = this.at
    this.take('{', '"{"')
    const items: string[] = []
    let depth = 0
    let begun = this.at
    const item = (): void => {
      const words = this.text.slice(begun, this.at).trim()
      if (words !== '') items.push(words)
      else if (items.length > 0 || this.text[this.at] === ',') this.fail('a name between the commas')
    }
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at)
      if (code > 0x3b && code < 0x7b) continue
      if (code === codes.semicolon && depth === 0) break
      if (code === codes.open) depth++
      else if (code === codes.close && depth > 0) depth--
      else if (code === codes.close) {
        item()
        this.at++
        return items
      } else if (code === codes.comma && depth === 0) {
        item()
        begun = this.at + 1
      }
    }
    return this.fail(
      '"}" at the end of the list',
      undefined,
      this.at,
      `the list begins ${this.at - opened} characters before`,
    )
  }

  private budget(): ScopeBudget {
    const [loc, locFloor] = this.amount('loc')
    this.skipSpace()
    this.take(',', '"," and the number of files, as in loc:120±30,files:4')
    this.skipSpace()
    const [files, filesFloor] = this.amount('files')
    return { loc, loc_floor: locFloor, files, files_floor: filesFloor }
  }

  private amount(name: 'loc' | 'files'): readonly [number | null, number] {
    if (this.match(patterns[name]) === null) this.fail(`${name}:, as in loc:120±30,files:4`)
    this.skipSpace()
    this.take(':', `":" after ${name}`)
    this.skipSpace()
    const value = this.match(patterns.infinity) === null ? this.count('a whole number or ∞') : null
    this.skipSpace()
    if (this.match(patterns.tolerance) === null) return [value, 0]
    this.skipSpace()
    return [value, this.count('a whole number after ±')]
  }

  private count(expected: string): number {
    const digits = this.match(patterns.digits)
    return digits === null ? this.fail(expected) : Number(digits)
  }

  private signal(): ExpectedSignal {
    const begun = this.at
    const word = this.match(patterns.word)
    const signal = expectedSignals.find((each) => each === word)
    if (signal !== undefined) return signal
    const found = word === null ? undefined : shown(word)
    return this.fail(
      expectedSignals.join(' or '),
      found,
      begun,
      word === null ? null : didYouMean(word, expectedSignals),
    )
  }

  /** A line break in a sentence is one of the comment's, so it counts as a space. */
  private sentence(): string {
    const opened = this.at
    this.take('"', 'a sentence in double quotes')
    const quoted = this.match(patterns.quoted)
    if (quoted === null) return this.fail('the closing double quote', 'the end of the comment', opened)
    this.at++
    const words = quoted.includes('\\') ? quoted.replace(/\\(["\\])/g, '$1') : quoted
    return lineBreak.test(words) ? words.replace(/[ \t]*(?:\r\n?|\n)[ \t]*/g, ' ').trim() : words.trim()
  }

  /** Behind the next semicolon that stands in no quotes. */
  private skipField(): void {
    this.match(patterns.restOfField)
  }

  private skipSpace(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at++
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? null
    if (found !== null) this.at += found.length
    return found
  }

  private take(character: string, expected: string): void {
    if (this.text[this.at] !== character) this.fail(expected)
    this.at++
  }

  private fail(expected: string, found?: string, offset = this.at, hint: string | null = null): never {
    this.note(expected, found ?? this.foundAt(offset), offset, hint)
    throw new Mistaken()
  }

  private foundAt(offset: number): string {
    const rest = this.text.slice(offset, offset + 40)
    if (rest.trim() === '') return 'the end of the comment'
    return shown(/^[\w.-]+/.exec(rest)?.[0] ?? String.fromCodePoint(rest.codePointAt(0) ?? 0))
  }

  private note(expected: string, found: string, offset: number, hint: string | null = null): void {
    this.mistakes.push({ offset, field: this.field, expected, found, hint })
  }
}
