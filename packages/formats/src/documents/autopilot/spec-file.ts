/**
 * Owns the phases of a spec, whichever form other tools or people gave them. The reader takes any text; what it guessed
 * or ignored is a warning.
 */
import type { Complexity } from '@harness/core/playbooks/autopilot/documents'
import { type ComplexityMark, readComment, readComplexityField } from './complexity-mark.ts'
import { criteriaOf } from './criteria.ts'
import { type Outline, outlineOf } from './markdown-outline.ts'
import type { FoundPhase } from './phase-forms.ts'
import { cleanName } from './phase-name.ts'
import { quietText } from './quiet-text.ts'
import type { NumberedSpecPhase, ReadSpec } from './spec-read.ts'
import { findSpecSection, type SpecSection } from './spec-section.ts'

export interface ScannedSpec {
  readonly outline: Outline
  /** Null if no heading fits. */
  readonly found: SpecSection | null
  readonly read: ReadSpec
}

export const readSpec = (text: string, file: string): ReadSpec => scanSpec(text, file).read

export function scanSpec(text: string, file: string): ScannedSpec {
  const outline = outlineOf(text)
  const found = findSpecSection(outline)
  const warnings: string[] = []
  const warn = (line: number, message: string): void => {
    warnings.push(`${file}:${outline.numberOf(line)}: ${message}`)
  }
  if (found !== null) warnOfSection(found, outline, warn)
  const phases = found === null ? [] : phasesOf(found.form.phases, outline, warn)
  if (phases.length === 1 && found !== null)
    warn(found.section.heading.line, 'one phase only: `harness workflow` fits one task better')
  const form = phases.length === 0 ? 'none' : (found?.form.form ?? 'none')
  return { outline, found, read: { text, form, phases, truths: criteriaOf(outline), warnings } }
}

type Warn = (line: number, message: string) => void

const inForm: Readonly<Record<ReadSpec['form'], string>> = {
  strict: '',
  heading: 'headings that are not `### Phase N: Name`',
  numbered: 'a numbered list',
  bullet: 'a list',
  bold: 'paragraphs that start with their name',
  table: 'a table',
  none: '',
}

function warnOfSection({ section, isExact, form }: SpecSection, outline: Outline, warn: Warn): void {
  const { line, words } = section.heading
  if (form.phases.length === 0) {
    warn(line, `the section “${words}” has no phases that can be read`)
    return
  }
  if (!isExact) warn(line, `the phases are read from “${words}”: there is no \`## Implementation Order\``)
  const shape = inForm[form.form]
  if (shape !== '') warn(form.phases[0]?.line ?? line, `the phases are read from ${shape}`)
  for (const other of form.ignored) warn(other, `“${shown(outline.lineAt(other))}” is no phase`)
}

const shown = (line: string): string => {
  const words = line.replace(/^[\s#|]+/, '').trimEnd()
  return words.length > 60 ? `${words.slice(0, 60)}…` : words
}

function phasesOf(found: readonly FoundPhase[], outline: Outline, warn: Warn): readonly NumberedSpecPhase[] {
  const named = found.flatMap((phase) => {
    const name = cleanName(phase.name)
    if (name === '') warn(phase.line, `“${shown(outline.lineAt(phase.line))}” has no name: it is ignored`)
    return name === '' ? [] : [{ phase, name }]
  })
  const numbers = numbersOf(
    named.map(({ phase }) => phase),
    warn,
  )
  return named.map(({ phase, name }, at) => {
    const { text, complexity } = bodyOf(phase, warn)
    return { number: numbers[at] ?? at + 1, name, complexity, text }
  })
}

/** As written, if they are whole numbers; by their order otherwise. */
function numbersOf(phases: readonly FoundPhase[], warn: Warn): readonly number[] {
  const written = phases.map(({ label, ownNumber }) => (label === null ? ownNumber : label.number))
  const odd = phases.find((_, at) => written[at] === null)
  if (odd !== undefined) {
    const first = written[0] === 0 ? 0 : 1
    if (phases.some(({ label }) => label !== null))
      warn(
        odd.line,
        `${odd.label?.written ?? 'a phase'} has no whole number: phases are counted from ${first}`,
      )
    return phases.map((_, at) => first + at)
  }
  const numbers = written.map((number) => number ?? 0)
  const seen = new Set<number>()
  for (const [at, number] of numbers.entries()) {
    const line = phases[at]?.line ?? 0
    const before = numbers[at - 1] ?? Math.min(number, 1) - 1
    if (seen.has(number)) warn(line, `phase ${number} stands there twice`)
    else if (number < before) warn(line, `phase ${number} comes after phase ${before}`)
    else if (number > before + 1)
      warn(
        line,
        number === before + 2
          ? `phase ${before + 1} is missing`
          : `phases ${before + 1} to ${number - 1} are missing`,
      )
    seen.add(number)
  }
  return numbers
}

function bodyOf(
  { body, bodyLine, mark, line }: FoundPhase,
  warn: Warn,
): { readonly text: string; readonly complexity: Complexity } {
  const lines = body.split('\n')
  const found = mark === null ? markIn(body, lines) : { mark, at: null, without: null }
  if (found !== null && found.mark.value === null) {
    const place = found.at === null || bodyLine === null ? line : bodyLine + found.at
    warn(place, `complexity “${found.mark.word}” is none of low, medium and high: medium is taken`)
  }
  if (found?.at !== null && found?.at !== undefined && found.without !== null)
    lines.splice(found.at, 1, ...(found.without.trim() === '' ? [] : [found.without.trimEnd()]))
  return { text: quietText(lines.join('\n')), complexity: found?.mark.value ?? 'medium' }
}

interface MarkInBody {
  readonly mark: ComplexityMark
  readonly at: number | null
  /** The line without its comment; null if the mark stays in the text. */
  readonly without: string | null
}

function fieldMark(line: string, at: number): MarkInBody | null {
  const mark = readComplexityField(line)
  return mark === null ? null : { mark, at, without: null }
}

/** A comment goes before a field. */
function markIn(body: string, lines: readonly string[]): MarkInBody | null {
  if (!/complexity/i.test(body)) return null
  const outline = outlineOf(`\n${body}`)
  let field: MarkInBody | null = null
  for (const [at, line] of lines.entries()) {
    if (outline.isCode(at + 1)) continue
    const comment = readComment(line)
    if (comment !== null) return { mark: comment.mark, at, without: comment.line }
    field ??= fieldMark(line, at)
  }
  return field
}
