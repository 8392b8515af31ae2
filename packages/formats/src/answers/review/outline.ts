/** Cuts Markdown into lines that know what they are, as far as a review needs it. Code and quotations say nothing. */
export interface OutlineLine {
  /** `quiet` lines are code or quotations: part of a detail, never the beginning of anything. */
  readonly kind: 'heading' | 'item' | 'text' | 'quiet' | 'blank'
  /** Level of a heading; columns of indentation otherwise. */
  readonly depth: number
  /** Without the marks of heading or list, and cut if it is too long to be read closely. */
  readonly text: string
  readonly raw: string
}

export function outline(text: string): readonly OutlineLine[] {
  let fence: string | null = null
  return text.split(/\r?\n/).map((raw): OutlineLine => {
    const mark = /^\s*(`{3,}|~{3,})(.*)$/.exec(raw)
    const quiet: OutlineLine = { kind: 'quiet', depth: 0, text: raw.trim(), raw }
    if (mark?.[1] !== undefined && (fence !== null || !mark[2]?.includes('`'))) {
      if (fence === null) fence = mark[1]
      else if (mark[1].startsWith(fence) && mark[2]?.trim() === '') fence = null
      return quiet
    }
    if (fence !== null || /^\s*>/.test(raw)) return quiet
    return lineOf(raw)
  })
}

/** Patterns look at this much of a line, so that no line can keep them busy. */
export const readableLength = 1000

function lineOf(raw: string): OutlineLine {
  const trimmed = raw.trimStart()
  const depth = raw.slice(0, Math.min(raw.length - trimmed.length, 100)).replaceAll('\t', '    ').length
  const text = trimmed.slice(0, readableLength).trimEnd()
  if (text === '') return { kind: 'blank', depth, text, raw }
  const heading = /^(#{1,6})\s+(.*)$/.exec(text)
  if (heading?.[1] !== undefined && depth < 4) {
    return { kind: 'heading', depth: heading[1].length, text: (heading[2] ?? '').replace(/\s+#+$/, ''), raw }
  }
  const item = /^(?:[-*+]|\d{1,4}[.)])\s+(.*)$/.exec(text)
  return item === null
    ? { kind: 'text', depth, text, raw }
    : { kind: 'item', depth, text: item[1] ?? '', raw }
}
