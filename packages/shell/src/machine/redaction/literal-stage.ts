/** Hides known values, wherever they start and however they overlap; holds back only what may still become one. */
import type { TextStage } from '../process/text-stage.ts'
import type { LiteralSearch } from './literal-search.ts'

export const redacted = (name: string): string => `[redacted:${name}]`

/** `onHit` hears of every value that is hidden. */
export function createLiteralStage(search: LiteralSearch | null, onHit?: () => void): TextStage {
  if (search === null) return { push: (text) => text, end: () => '' }
  let held = ''
  /** Up to here `held` belongs to a value whose mark was already given out. */
  let covered = 0

  const advance = (text: string, final: boolean): string => {
    held += text
    const { matches, certain } = search(held, final)
    let out = ''
    for (const { name, start, end } of matches) {
      onHit?.()
      if (start >= covered) out += held.slice(covered, start) + redacted(name)
      covered = Math.max(covered, end)
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
