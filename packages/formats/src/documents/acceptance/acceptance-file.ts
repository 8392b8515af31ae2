/**
 * Reads acceptance files: criteria with tags in the section `Release criteria`. Reads what it understands and passes over
 * the rest. A check of a release must be stricter.
 */

export interface Criterion {
  readonly tag: string
  /** What must hold, in one line. */
  readonly text: string
  /** The lines below it, such as `Tested by: …`. */
  readonly notes: readonly string[]
}

export const isAcceptanceFile = (path: string): boolean => path.endsWith('.acceptance.md')

const heading = /^##\s+(.+?)\s*#*\s*$/
const criterion = /^[-*]\s+(?:\[[ xX]\]\s*)?\*\*tag:\s*`([^`\s]+)`\s*\*\*\s*(?:[—–:-]+\s*)?(.*)$/
const note = /^\s+[-*]\s+(.+)$/

export function criteriaIn(text: string): readonly Criterion[] {
  const found: { tag: string; text: string; notes: string[] }[] = []
  let isInside = false
  let open: (typeof found)[number] | null = null
  for (const line of text.split(/\r?\n/)) {
    const title = heading.exec(line)?.[1]
    if (title !== undefined) {
      isInside = title.toLowerCase() === 'release criteria'
      open = null
    }
    const [, tag, words = ''] = isInside ? (criterion.exec(line) ?? []) : []
    if (tag !== undefined) {
      open = { tag, text: words.trim().replace(/^["“](.*)["”]$/, '$1'), notes: [] }
      found.push(open)
    } else if (open !== null) {
      const below = note.exec(line)?.[1]
      if (below !== undefined) open.notes.push(below.trim())
      else if (line.trim() !== '') open = null
    }
  }
  return found
}
