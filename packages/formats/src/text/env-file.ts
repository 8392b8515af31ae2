/** Reads the values of an env file, in every way that a program may read them. */

export interface EnvEntry {
  readonly name: string
  readonly value: string
}

const assignment = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*(?:=|:[ \t])[ \t]*/
const quotes = new Set(['"', "'", '`'])

/** A name comes several times if programs disagree about its value: `A=b#c` is `b` to some and `b#c` to others. */
export function readEnvFile(text: string): readonly EnvEntry[] {
  const entries: EnvEntry[] = []
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const match = assignment.exec(line)
    if (match === null) continue
    const [begin, name = ''] = match
    const rest = line.slice(begin.length)
    const quoted = quotes.has(rest.charAt(0)) ? quotedValue(rest, lines, at) : null
    if (quoted !== null) at = quoted.lastLine
    const values = quoted?.values ?? unquotedValues(rest)
    for (const value of new Set(values)) if (value !== '') entries.push({ name, value })
  }
  return entries
}

const unquotedValues = (rest: string): readonly string[] => [
  rest.trim(),
  rest.replace(/[ \t]#.*/, '').trim(),
  rest.replace(/#.*/, '').trim(),
]

/** A quoted value may go on over lines; null if the quote never ends. */
function quotedValue(
  rest: string,
  lines: readonly string[],
  first: number,
): { readonly values: readonly string[]; readonly lastLine: number } | null {
  const quote = rest.charAt(0)
  let text = rest.slice(1)
  for (let at = first; ; ) {
    const end = closing(text, quote)
    if (end !== -1) {
      const raw = text.slice(0, end)
      return { values: quote === '"' ? [raw, unescaped(raw)] : [raw], lastLine: at }
    }
    at++
    const next = lines[at]
    // A quote that only the rest of a long file would close is none.
    if (next === undefined || text.length > longestValue) return null
    text += `\n${next}`
  }
}

const longestValue = 20_000

function closing(text: string, quote: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\' && quote !== "'") at++
    else if (text[at] === quote) return at
  }
  return -1
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

const unescaped = (text: string): string =>
  text.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)
