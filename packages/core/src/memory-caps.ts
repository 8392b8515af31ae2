/** Owns how much of a mission's memory is told to every agent, measured in lines and in tokens. */

export const summaryCaps = { lines: 40, tokens: 800 } as const

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

export const isWithinCaps = (text: string): boolean =>
  linesOf(text).length <= summaryCaps.lines && estimatedTokens(text) <= summaryCaps.tokens

/** The beginning that fits: whole lines, and where the first is too long by itself, its whole words. */
export function withinCaps(text: string): string {
  const kept: string[] = []
  let tokens = 0
  for (const line of linesOf(text).slice(0, summaryCaps.lines)) {
    tokens += estimatedTokens(line)
    if (tokens > summaryCaps.tokens) return kept.length === 0 ? wordsWithinCaps(line) : kept.join('\n')
    kept.push(line)
  }
  return kept.join('\n')
}

function wordsWithinCaps(line: string): string {
  let tokens = 0
  let end = 0
  for (const { 0: word, index } of line.matchAll(/\S+/g)) {
    tokens += estimatedTokens(word)
    if (tokens > summaryCaps.tokens) break
    end = index + word.length
  }
  return line.slice(0, end)
}
