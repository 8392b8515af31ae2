/**
 * Owns what the PR writer may say: a summary and the risks, in Markdown and nothing else. The text becomes part of a
 * pull request's body between facts of the harness, so that nothing in it may hide or imitate the text around it:
 * no further sections, no HTML, no block that is left open.
 */
import type { PullText } from '@harness/core/playbooks/delivery/state'
import * as z from 'zod'
import { type FormatProblem, type Parsed, parsed, refused, unplaced } from '../../text/format-problem.ts'
import { unlocated } from '../../text/located-value.ts'
import { checkAgainst } from '../../text/schema-problems.ts'
import { shown } from '../../text/shown.ts'
import { oversize } from '../../text/text-size.ts'
import { type OutlineLine, outline } from '../review/outline.ts'

/** A forge takes 65 536 characters for the whole body; the facts need room too. */
const longestSection = 10_000

const structured = z.strictObject({
  summary: z.string().describe('Markdown without headings: what the change does and why.'),
  risks: z.string().describe('Markdown without headings: what could go wrong; "None." if nothing could.'),
})

export const pullTextJsonSchema = (): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(structured, { io: 'output' })

export function parseStructuredPullText(value: unknown, file = 'pull request text'): Parsed<PullText> {
  const checked = checkAgainst(structured, unlocated(value), file)
  return checked.ok ? held(checked.value, file) : checked
}

export function parsePullText(text: string, file = 'pull request text'): Parsed<PullText> {
  const tooLarge = oversize(text, file)
  if (tooLarge !== null) return refused([tooLarge])
  const problem = (expected: string, found: string): FormatProblem => unplaced(file, expected, found)
  if (/^\s*(?:```|~~~)/.test(text))
    return refused([problem('the Markdown itself, beginning with "## Summary"', 'all of it in a code fence')])

  const sections = sectionsOf(outline(text))
  const preface = sections.preface.trim()
  const problems = [
    ...(preface === '' ? [] : [problem('nothing before the first heading', shown(preface))]),
    ...(['Summary', 'Risks'] as const).flatMap((title) => {
      const count = sections.named.filter((section) => section.title === title).length
      return count === 1 ? [] : [problem(`the section "## ${title}" once`, count === 0 ? 'none' : `${count}`)]
    }),
    ...sections.named
      .filter(({ title }) => title !== 'Summary' && title !== 'Risks')
      .map(({ title }) => problem('no section beside "## Summary" and "## Risks"', shown(`## ${title}`))),
  ]
  if (problems.length > 0) return refused(problems)
  const textOf = (title: string): string =>
    sections.named.find((section) => section.title === title)?.lines.join('\n') ?? ''
  return held({ summary: textOf('Summary'), risks: textOf('Risks') }, file)
}

interface Sections {
  readonly preface: string
  readonly named: readonly { readonly title: string; readonly lines: readonly string[] }[]
}

function sectionsOf(lines: readonly OutlineLine[]): Sections {
  const preface: string[] = []
  const named: { title: string; lines: string[] }[] = []
  for (const line of lines) {
    if (line.kind === 'heading' && line.depth === 2) named.push({ title: line.text.trim(), lines: [] })
    else (named.at(-1)?.lines ?? preface).push(line.raw)
  }
  return { preface: preface.join('\n'), named }
}

/** Both sections, each held against what may stand in a body. */
function held(text: PullText, file: string): Parsed<PullText> {
  const problems = (['summary', 'risks'] as const).flatMap((field) =>
    sectionProblems(text[field], field, file),
  )
  return problems.length > 0
    ? refused(problems)
    : parsed({ summary: text.summary.trim(), risks: text.risks.trim() })
}

function sectionProblems(text: string, field: string, file: string): readonly FormatProblem[] {
  const problem = (expected: string, found: string): FormatProblem => unplaced(file, expected, found, field)
  if (text.trim() === '') return [problem('text, or "None."', 'nothing')]
  if (text.length > longestSection)
    return [problem(`at most ${longestSection} characters`, `${text.length} characters`)]
  const lines = outline(text)
  const heading = lines.find(isLargeHeading)
  const underline = lines.find((line, at) => isUnderline(line, lines[at - 1]))
  const html = lines.filter((line) => !isFenced(line)).find((line) => rawHtml.test(withoutCode(line.raw)))
  return [
    ...(heading === undefined
      ? []
      : [problem('no heading larger than "###" in a section', shown(heading.raw.trim()))]),
    ...(underline === undefined ? [] : [problem('headings that begin with "#"', 'an underlined one')]),
    ...(html === undefined
      ? []
      : [problem('no raw HTML; code stands between backticks', shown(html.raw.trim()))]),
    ...(lines.some(({ raw }) => indentedFence.test(raw))
      ? [problem('code fences that begin at the margin', 'an indented one')]
      : []),
    ...(leavesFenceOpen(text) ? [problem('every code fence to be closed', 'one that is left open')] : []),
  ]
}

const isLargeHeading = (line: OutlineLine): boolean => line.kind === 'heading' && line.depth <= 2

/** `Title` above `-----` is a heading as well. */
const isUnderline = (line: OutlineLine, above: OutlineLine | undefined): boolean =>
  above?.kind === 'text' && /^ {0,3}(?:-+|=+)\s*$/.test(line.raw)

/** Quotations are quiet too, but what is quoted is still rendered. */
const isFenced = (line: OutlineLine): boolean => line.kind === 'quiet' && !/^\s*>/.test(line.raw)

const rawHtml = /<(?:[a-z][\w-]*(?:[\s/>]|$)|\/[a-z]|!|\?)/i

/** An escaped backtick opens no code. */
const withoutCode = (line: string): string =>
  line
    .slice(0, 20_000)
    .replaceAll('\\`', '')
    .replace(/(?<!`)(`{1,3})(?!`)[^`]*\1(?!`)/g, '')

/** So far in, a fence opens and closes nothing, except in some lists: a renderer may see another end than we do. */
const indentedFence = /^(?: {4}|\t)\s*(?:`{3}|~{3})/

/** A line that follows would be part of the code. */
const leavesFenceOpen = (text: string): boolean => outline(`${text}\n\nafter`).at(-1)?.kind === 'quiet'
