/** Hides known values, wherever they begin and however they overlap; holds back no more than the longest value. */
import type { TextStage } from '../process/text-stage.ts'

export interface Literal {
  readonly name: string
  readonly form: string
}

export const redacted = (name: string): string => `[redacted:${name}]`

export interface LiteralSearch {
  readonly pattern: RegExp
  readonly names: ReadonlyMap<string, string>
  readonly longest: number
}

/** Made once for all texts: the search is the same, only what is held back differs. */
export function literalSearch(literals: readonly Literal[]): LiteralSearch | null {
  if (literals.length === 0) return null
  const longestFirst = [...literals].sort((a, b) => b.form.length - a.form.length)
  const names = new Map<string, string>()
  for (const { name, form } of longestFirst) if (!names.has(form)) names.set(form, name)
  const pattern = new RegExp([...names.keys()].map(escaped).join('|'), 'g')
  return { pattern, names, longest: longestFirst[0]?.form.length ?? 0 }
}

/** `onHit` hears of every value that is hidden. */
export function createLiteralStage(search: LiteralSearch | null, onHit?: () => void): TextStage {
  if (search === null) return { push: (text) => text, end: () => '' }
  const { pattern, names, longest } = search
  let held = ''
  /** Up to here `held` belongs to a value whose mark was already given out. */
  let covered = 0

  const advance = (text: string, final: boolean): string => {
    held += text
    // A value that begins before this is wholly in sight.
    const certain = final ? held.length : Math.max(0, held.length - longest + 1)
    let out = ''
    pattern.lastIndex = 0
    for (
      let match = pattern.exec(held);
      match !== null && match.index < certain;
      match = pattern.exec(held)
    ) {
      onHit?.()
      if (match.index >= covered)
        out += held.slice(covered, match.index) + redacted(names.get(match[0]) ?? '')
      covered = Math.max(covered, match.index + match[0].length)
      pattern.lastIndex = match.index + 1
    }
    if (covered < certain) {
      out += held.slice(covered, certain)
      covered = certain
    }
    held = held.slice(certain)
    covered -= certain
    return out
  }
  return { push: (text) => advance(text, false), end: () => advance('', true) }
}

const escaped = (text: string): string => text.replace(/[.*+?^$()[\]{}|\\/]/g, '\\$&')
