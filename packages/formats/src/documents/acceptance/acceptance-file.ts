/**
 * Reads acceptance files: criteria with tags in the section `Release criteria`, and names in `Environment requirements`.
 * Reads what it understands and passes over the rest; `parse-acceptance.ts` is strict.
 */

export interface WrittenCriterion {
  readonly tag: string
  /** What must hold, in one line. */
  readonly text: string
  /** The lines below it, such as `Tested by: …`. */
  readonly notes: readonly string[]
  /** From 1. */
  readonly line: number
}

export interface ScannedAcceptance {
  readonly hasCriteria: boolean
  readonly criteria: readonly WrittenCriterion[]
  /** Items of the section that are no criterion. */
  readonly strays: readonly { readonly line: number; readonly text: string }[]
  readonly environment: readonly string[]
}

export const isAcceptanceFile = (path: string): boolean => path.endsWith('.acceptance.md')

const heading = /^##\s+(.+?)\s*#*\s*$/
const criterion = /^[-*]\s+(?:\[[ xX]\]\s*)?\*\*tag:\s*`([^`\s]+)`\s*\*\*\s*(?:[—–:-]+\s*)?(.*)$/
const item = /^[-*]\s+(.+)$/
const note = /^\s+[-*]\s+(.+)$/

export const criteriaIn = (text: string): readonly Omit<WrittenCriterion, 'line'>[] =>
  scanAcceptance(text).criteria.map(({ line: _, ...criterion }) => criterion)

export function scanAcceptance(text: string): ScannedAcceptance {
  const criteria: (WrittenCriterion & { readonly notes: string[] })[] = []
  const strays: ScannedAcceptance['strays'][number][] = []
  const environment: string[] = []
  let section = ''
  let hasCriteria = false
  let open: (typeof criteria)[number] | null = null
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const title = heading.exec(line)?.[1]
    if (title !== undefined) {
      section = title.toLowerCase()
      hasCriteria ||= section === 'release criteria'
      open = null
    } else if (section === 'environment requirements') {
      for (const [, name] of line.matchAll(/`([A-Za-z_][A-Za-z0-9_]*)`/g))
        if (name !== undefined && !environment.includes(name)) environment.push(name)
    } else if (section === 'release criteria') {
      const [, tag, words = ''] = criterion.exec(line) ?? []
      const below = open === null ? undefined : note.exec(line)?.[1]
      const stray = item.exec(line)?.[1]
      if (tag !== undefined) {
        const written = words.trim().replace(/^["“](.*)["”]$/, '$1')
        open = { tag, text: written, notes: [], line: at + 1 }
        criteria.push(open)
      } else if (below !== undefined) open?.notes.push(below.trim())
      else if (line.trim() !== '') open = null
      if (tag === undefined && stray !== undefined) strays.push({ line: at + 1, text: stray })
    }
  }
  return { hasCriteria, criteria, strays, environment }
}
