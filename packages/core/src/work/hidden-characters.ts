/** Owns the characters that a reader cannot see: they make a text or a name read as something else than it is. */
import { containedPath } from '../kernel/contained-path.ts'

/** They change the order in which text is shown. */
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const hidden =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** With every hidden character spelled out, as `<U+202E>`. */
export const visible = (text: string): string =>
  text.replace(
    hidden,
    (each) => `<U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
  )

export interface HiddenLine {
  /** From 1. */
  readonly line: number
  readonly text: string
}

/** The new lines with controls of direction that the file has more of than before. */
export function reorderedLines(before: string, after: string): readonly HiddenLine[] {
  const had = countOf(before)
  const more = new Set(
    [...countOf(after)].filter(([each, count]) => count > (had.get(each) ?? 0)).map(([each]) => each),
  )
  if (more.size === 0) return []
  const old = new Set(before.split('\n'))
  return after
    .split('\n')
    .map((text, index) => ({ line: index + 1, text }))
    .filter(({ text }) => !old.has(text) && [...text].some((each) => more.has(each)))
}

function countOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [each] of text.matchAll(bidi)) counts.set(each, (counts.get(each) ?? 0) + 1)
  return counts
}

/** What makes a name unfit for people or for other systems; null if nothing does. */
export function oddName(path: string): string | null {
  if (path.search(hidden) !== -1) return 'has characters in its name that cannot be seen'
  const contained = containedPath(path)
  return contained.ok ? null : contained.problem.replace(`path ${JSON.stringify(path)} `, '')
}
