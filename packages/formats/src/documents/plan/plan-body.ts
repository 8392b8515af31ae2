/** Holds a plan's body against its outline: a title with the plan's id, then the known sections in their order. */
import { blankGoal } from './plan-text.ts'

const planSections = [
  'Goal',
  'Why Now',
  'Scope',
  'Out Of Scope',
  'Milestones',
  'Validation',
  'Open Questions',
  'Decision Log',
] as const

interface Heading {
  readonly level: number
  readonly text: string
  /** Offset in the text that was scanned. */
  readonly offset: number
}

/** `#` headings outside of fenced code. */
function headingsIn(text: string, from: number): readonly Heading[] {
  const headings: Heading[] = []
  let fence: string | null = null
  for (let offset = from; offset < text.length; ) {
    const end = text.indexOf('\n', offset)
    const line = text.slice(offset, end === -1 ? text.length : end)
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)/.exec(line)
    if (mark?.[1] !== undefined) {
      if (fence === null) fence = mark[1]
      else if (mark[1].startsWith(fence) && mark[2]?.trim() === '') fence = null
    } else if (fence === null) {
      const heading = /^ {0,3}(#{1,6})[ \t]+(.*)/.exec(line)
      if (heading?.[1] !== undefined) {
        const words = (heading[2] ?? '').replace(/[ \t]+#*[ \t\r]*$/, '').trim()
        headings.push({ level: heading[1].length, text: words, offset })
      }
    }
    if (end === -1) break
    offset = end + 1
  }
  return headings
}

type Complain = (offset: number, expected: string, found: string) => void

export function checkBody(text: string, bodyStart: number, id: string, complain: Complain): void {
  const headings = headingsIn(text, bodyStart)
  const first = headings[0]
  if (first === undefined || first.level !== 1 || !new RegExp(`^${id}[ \\t]+\\S`).test(first.text)) {
    complain(first?.offset ?? bodyStart, `the title "# ${id} …" first`, shownHeading(first))
  }
  let highest = { index: -1, name: '' }
  const seen = new Set<number>()
  for (const [nth, heading] of headings.entries()) {
    if (heading.level !== 2) continue
    const index = sectionIndex(heading)
    if (index === -1) continue
    const after = headings.slice(nth + 1).find(({ level }) => level <= 2)
    if (index === 0 && isBlankGoal(text.slice(heading.offset, after?.offset)))
      complain(heading.offset, 'a goal of this plan in the section "## Goal"', 'the text of a new plan')
    if (seen.has(index)) complain(heading.offset, 'every section once', `a second "## ${heading.text}"`)
    else if (index < highest.index) {
      complain(heading.offset, `"## ${planSections[index]}" before "## ${highest.name}"`, 'it after it')
    } else highest = { index, name: heading.text }
    seen.add(index)
  }
  if (!seen.has(0)) complain(bodyStart, 'a section "## Goal"', 'none')
}

/** An agent that is told only this costs money and cannot know what to do. */
const isBlankGoal = (section: string): boolean =>
  section.split('\n').slice(1).join(' ').replace(/\s+/g, ' ').trim() === blankGoal

const sectionIndex = (heading: Heading): number =>
  planSections.findIndex((name) => name.toLowerCase() === heading.text.toLowerCase())

const shownHeading = (heading: Heading | undefined): string =>
  heading === undefined ? 'no heading' : `"${'#'.repeat(heading.level)} ${heading.text.slice(0, 60)}"`

/** The known sections that a plan does without. */
export function missingSections(body: string): readonly string[] {
  const present = new Set(
    headingsIn(body, 0)
      .filter(({ level }) => level === 2)
      .map(sectionIndex),
  )
  return planSections.filter((_, index) => !present.has(index))
}
