/** Owns how much of a mission's memory is told to agents, measured in lines and in tokens. Its files stay whole. */

export interface MemoryCaps {
  readonly lines: number
  readonly tokens: number
}

/** L0, what of a list stands in the runtime context. */
export const wakeUpCaps: MemoryCaps = { lines: 1, tokens: 800 }
/** L1, what a curator is told of what roles said. */
export const rawCaps: MemoryCaps = { lines: 2_000, tokens: 20_000 }
/** L2, told to every role. */
export const summaryCaps = { lines: 40, tokens: 800 } as const
/** L3, what a curator is told of the long memory. */
export const longCaps: MemoryCaps = { lines: 400, tokens: 8_000 }
/** L4, told to every agent of the role. */
export const identityCaps: MemoryCaps = { lines: 80, tokens: 1_600 }

/**
 * About how many tokens a text takes, and rather too many than too few: no tokenizer is at hand here, and each provider
 * has its own. Words of Latin script count by their length, every other character by itself.
 */
export function estimatedTokens(text: string): number {
  let tokens = 0
  for (const [word] of text.matchAll(/[A-Za-z]+|\d{1,3}|[^\sA-Za-z\d]/g))
    tokens += /^[A-Za-z]/.test(word) ? Math.ceil(word.length / 6) : 1
  return tokens
}

const linesOf = (text: string): readonly string[] => (text.trim() === '' ? [] : text.trimEnd().split('\n'))

/** The beginning that fits: whole lines, or a part of the first line if that is too long by itself. */
export function withinCaps(text: string): string {
  const kept: string[] = []
  let tokens = 0
  for (const line of linesOf(text).slice(0, summaryCaps.lines)) {
    tokens += estimatedTokens(line)
    if (tokens > summaryCaps.tokens)
      return kept.length === 0 ? line.slice(0, summaryCaps.tokens) : kept.join('\n')
    kept.push(line)
  }
  return kept.join('\n')
}

/** The end that fits, whole lines only, and what comes before it: what is newest stands last. */
export function newestWithin(
  text: string,
  caps: MemoryCaps,
): { readonly older: string; readonly newest: string } {
  const lines = linesOf(text)
  let from = lines.length
  let tokens = 0
  while (from > 0 && lines.length - from < caps.lines) {
    tokens += estimatedTokens(lines[from - 1] ?? '')
    if (tokens > caps.tokens) break
    from--
  }
  return { older: lines.slice(0, from).join('\n'), newest: lines.slice(from).join('\n') }
}

/** Of names, as many of the last ones as fit into a line. */
export function lastWithin(names: readonly string[], { tokens }: MemoryCaps): string {
  const { newest, older } = newestWithin(names.join('\n'), { lines: names.length, tokens })
  return `${older === '' ? '' : '… '}${newest.replaceAll('\n', ' ')}`
}
