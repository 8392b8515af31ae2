/**
 * Finds known values in a text in one pass, however many there are. A value also counts if it is split by quotes,
 * operators, brackets and white space, as in `"abc" + "def"` or in Base64 that a program wrapped.
 */

export interface Literal {
  readonly name: string
  readonly form: string
}

export interface LiteralMatch {
  readonly name: string
  readonly start: number
  readonly end: number
}

export interface Found {
  /** Sorted by their start; each starts before `certain`. They may overlap. */
  readonly matches: readonly LiteralMatch[]
  /** A value that starts here or later may need more text to be seen. */
  readonly certain: number
}

/** If `final`, no more text follows, and everything is certain. */
export type LiteralSearch = (text: string, final: boolean) => Found

/** The most characters between two characters of a split value: an operator, a line break and an indentation. */
const longestGap = 64
const isGap = new Uint8Array(128)
for (const gap of ' \t\r\n"\'`+\\,.;:&|()[]{}') isGap[gap.charCodeAt(0)] = 1
const gaps = /[ \t\r\n"'`+\\,.;:&|()[\]{}]/g
const gapsAtEnd = /[ \t\r\n"'`+\\,.;:&|()[\]{}]*$/

/** A split value must be long enough not to be made of ordinary words by chance. */
const shortestSplit = 8
/** So many characters, gaps left out, are looked up at once, and the next after `stride` more. */
const keyLength = 4
const stride = shortestSplit - keyLength + 1

/** Null if there is nothing to look for. */
export function literalSearch(literals: readonly Literal[]): LiteralSearch | null {
  if (literals.length === 0) return null
  const isShort = ({ form }: Literal): boolean => form.replace(gaps, '').length < shortestSplit
  const short = shortSearch(literals.filter(isShort))
  const long = createIndex(literals.filter((literal) => !isShort(literal)))
  return (text, final) => {
    const found: LiteralMatch[] = []
    let certain = final ? text.length : Math.min(aliveFrom(text), short.aliveFrom(text))
    for (const { key, last } of lookupsIn(text, long.slots)) {
      for (const { value, offset } of long.at(key)) {
        const start = startOf(text, last, offset)
        const end = start === null ? none : endOf(text, value, start)
        if (start === null || end === none) continue
        if (end !== pending) found.push({ name: value.name, start, end })
        else if (!final) certain = Math.min(certain, start)
      }
    }
    const matches = [...found, ...short.find(text)].filter(({ start }) => start < certain)
    return { matches: matches.sort((a, b) => a.start - b.start || b.end - a.end), certain }
  }
}

/** Values with too few characters to be found split: only as they are. */
function shortSearch(literals: readonly Literal[]) {
  const names = new Map(literals.map(({ name, form }) => [form, name]))
  const forms = [...names.keys()].sort((a, b) => b.length - a.length)
  const longest = forms[0]?.length ?? 0
  const pattern = new RegExp(forms.map(escaped).join('|'), 'g')
  return {
    aliveFrom: (text: string): number => Math.max(0, text.length - Math.max(0, longest - 1)),
    find(text: string): readonly LiteralMatch[] {
      if (longest === 0) return []
      const found: LiteralMatch[] = []
      pattern.lastIndex = 0
      for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
        found.push({ name: names.get(match[0]) ?? '', start: match.index, end: pattern.lastIndex })
        pattern.lastIndex = match.index + 1
      }
      return found
    },
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^$()[\]{}|\\/]/g, '\\$&')

interface Lookup {
  readonly key: number
  /** The place of the last character of the key. */
  readonly last: number
}

/** A place that may have a value. It sees every character of all output, so it calls nothing and shares no variable. */
function lookupsIn(text: string, slots: Uint8Array): readonly Lookup[] {
  const lookups: Lookup[] = []
  let key = 0
  let left = stride
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 128 && isGap[code] === 1) continue
    key = (key >>> 8) | (code << 24)
    if (--left > 0) continue
    left = stride
    if (slots[Math.imul(key, spread) >>> shift] === 1) lookups.push({ key, last: at })
  }
  return lookups
}

const isGapAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code < 128 && isGap[code] === 1
}

/** The start of a value whose character at `offset` begins the key that ends at `last`; null if it is not all there. */
function startOf(text: string, last: number, offset: number): number | null {
  let at = last
  for (let left = offset + keyLength - 1; left > 0; left--) {
    at--
    while (at >= 0 && isGapAt(text, at)) at--
  }
  return at < 0 ? null : at
}

/** The first of the last characters that a value may start with that is not looked up yet. */
function aliveFrom(text: string): number {
  let alive = text.length
  for (let at = text.length - 1, left = shortestSplit - 1; at >= 0 && left > 0; at--) {
    if (isGapAt(text, at)) continue
    if (alive - at > longestGap) break
    alive = at
    left--
  }
  return alive
}

/** The text ended before the value did. */
const pending = -1
const none = -2

function endOf(text: string, { form, tails }: Value, start: number): number {
  let at = start
  for (let i = 0; i < form.length; i++, at++) {
    const last = at
    while (at < text.length && isGapAt(text, at)) at++
    if (at - last > longestGap) return none
    if (at === text.length) return pending
    if (text.charCodeAt(at) !== form.charCodeAt(i)) return none
  }
  for (const tail of tails) {
    if (text.startsWith(tail, at)) return at + tail.length
    if (text.length - at < tail.length && tail.startsWith(text.slice(at))) return pending
  }
  return at
}

/** A value without its gaps; if one of `tails` follows, it belongs to the value too. */
interface Value {
  readonly name: string
  readonly form: string
  readonly tails: readonly string[]
}

interface Index {
  /** 1 if a value may have a key of this slot. */
  readonly slots: Uint8Array
  at(key: number): readonly { readonly value: Value; readonly offset: number }[]
}

const spread = 0x9e3779b1
const shift = 14

function createIndex(literals: readonly Literal[]): Index {
  const slots = new Uint8Array(1 << (32 - shift))
  const byKey = new Map<number, { readonly value: Value; readonly offset: number }[]>()
  for (const value of valuesOf(literals)) {
    for (let offset = 0; offset < stride; offset++) {
      const key = keyAt(value.form, offset)
      slots[Math.imul(key, spread) >>> shift] = 1
      const others = byKey.get(key)
      if (others === undefined) byKey.set(key, [{ value, offset }])
      else others.push({ value, offset })
    }
  }
  return { slots, at: (key) => byKey.get(key) ?? [] }
}

function valuesOf(literals: readonly Literal[]): readonly Value[] {
  const values = new Map<string, { name: string; tails: Set<string> }>()
  for (const { name, form } of literals) {
    const kept = form.replace(gaps, '')
    const value = values.get(kept) ?? { name, tails: new Set<string>() }
    const [tail = ''] = gapsAtEnd.exec(form) ?? []
    if (tail !== '') value.tails.add(tail)
    values.set(kept, value)
  }
  return [...values].map(([form, { name, tails }]) => ({
    name,
    form,
    tails: [...tails].sort((a, b) => b.length - a.length),
  }))
}

function keyAt(form: string, offset: number): number {
  let key = 0
  for (let at = offset; at < offset + keyLength; at++) key = (key >>> 8) | (form.charCodeAt(at) << 24)
  return key
}
