/** Owns the strict form of a spec's phases: how it is printed, and how it takes the place of another form. */

import type { Outline } from './markdown-outline.ts'
import type { PhaseForm } from './phase-forms.ts'
import { cleanName } from './phase-name.ts'
import { quietText } from './quiet-text.ts'
import { scanSpec } from './spec-file.ts'
import type { NumberedSpecPhase } from './spec-read.ts'
import type { SpecSection } from './spec-section.ts'

const title = '## Implementation Order'

export const strictSection = (phases: readonly NumberedSpecPhase[]): string =>
  `${[title, ...phases.map(printPhase)].join('\n\n')}\n`

function printPhase({ number, name, complexity, text }: NumberedSpecPhase): string {
  const heading = `### Phase ${number}: ${cleanName(name)}`
  return [heading, `<!-- complexity: ${complexity} -->`, quietText(text)]
    .filter((part) => part !== '')
    .join('\n\n')
}

/**
 * Rewrites the section of the phases and leaves every other byte as it is. What the section says besides its phases
 * stays in it. Null if there are no phases.
 */
export function withStrictSection(text: string): string | null {
  const { outline, found, read } = scanSpec(text, 'spec')
  if (found === null || read.phases.length === 0) return null
  if (isStrict(found)) return text
  const { before, after } = besides(outline, found)
  const parts = [headingLine(outline, found), before, ...read.phases.map(printPhase), after]
  const section = parts.filter((part) => part !== '').join('\n\n')
  const start = outline.startOf(found.section.heading.line)
  const last = lastLine(outline, found)
  const end = outline.endOf(last)
  const isCrowded = last + 1 < outline.count && outline.lineAt(last + 1).trim() !== ''
  const lineBreak = text.slice(outline.endOf(found.section.heading.line)).startsWith('\r\n') ? '\r\n' : '\n'
  const printed = isCrowded ? `${section}\n` : section
  return text.slice(0, start) + printed.replace(/\n/g, lineBreak) + text.slice(end)
}

const isStrict = ({ isExact, section, form }: SpecSection): boolean =>
  isExact && section.heading.level === 2 && form.form === 'strict'

/** The heading stays as it is, if it is one that other tools find. */
const headingLine = (outline: Outline, { isExact, section: { heading } }: SpecSection): string =>
  isExact && heading.level === 2 && heading.end === heading.line + 1 ? outline.lineAt(heading.line) : title

/** Blank lines and rules at its end separate the section from the next one. */
function lastLine(outline: Outline, { section }: SpecSection): number {
  const rules = new Set(outline.blocks.filter(({ kind }) => kind === 'rule').map(({ line }) => line))
  let last = section.to - 1
  while (last > section.heading.line && (outline.lineAt(last).trim() === '' || rules.has(last))) last--
  return last
}

/** What is no phase: the parts that have a heading follow the phases, and the others come before. */
function besides(
  outline: Outline,
  { section, form }: SpecSection,
): { readonly before: string; readonly after: string } {
  const taken = takenLines(form)
  const before: string[] = []
  const after: string[] = []
  const end = lastLine(outline, { section, form, isExact: true }) + 1
  for (let line = section.from; line < end; line++) {
    if (taken.has(line)) continue
    let stop = line + 1
    while (stop < end && !taken.has(stop)) stop++
    const isBehind = /^ {0,3}#{1,3}\s/.test(outline.lineAt(line)) && taken.has(line - 1)
    const kept = quietText(outline.linesIn(line, stop), 3)
    if (kept !== '') (isBehind ? after : before).push(kept)
    line = stop - 1
  }
  return { before: before.join('\n\n'), after: after.join('\n\n') }
}

function takenLines({ phases, frame }: PhaseForm): ReadonlySet<number> {
  const taken = new Set<number>()
  const named = phases.filter(({ name }) => cleanName(name) !== '')
  const ranges = [...frame, ...named.map(({ line, end }) => [line, end] as const)]
  for (const [line, end] of ranges) for (let at = line; at < end; at++) taken.add(at)
  return taken
}
