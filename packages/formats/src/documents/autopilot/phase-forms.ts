/** Owns the forms in which a section of a spec has its phases, best first. */
import { type ComplexityMark, readComplexityWord, readHeadComplexity } from './complexity-mark.ts'
import { itemText, leadOf } from './item-text.ts'
import { type Block, blocksIn, type Heading, type Outline, type Section } from './markdown-outline.ts'
import { type PhaseLabel, phaseLabel } from './phase-label.ts'
import { boldLead, firstClause } from './phase-name.ts'
import type { ReadSpec } from './spec-read.ts'

/** A phase as it stands in the text, on lines [line, end). */
export interface FoundPhase {
  readonly line: number
  readonly end: number
  readonly label: PhaseLabel | null
  /** Of a numbered list or a column of numbers. */
  readonly ownNumber: number | null
  readonly name: string
  readonly body: string
  /** The line that the body starts on; null if it shares lines with the name. */
  readonly bodyLine: number | null
  readonly mark: ComplexityMark | null
}

export interface PhaseForm {
  readonly form: ReadSpec['form']
  /** The lower, the surer. Below 2 the text itself says that these are phases. */
  readonly rank: number
  readonly phases: readonly FoundPhase[]
  /** Lines that look like a phase, and are none. */
  readonly ignored: readonly number[]
  /** Lines [line, end) that only hold the form together, such as the header of a table. */
  readonly frame: readonly (readonly [number, number])[]
}

export const isPhaseWord = (label: PhaseLabel | null): boolean => label?.word === 'phase'

export const noForm: PhaseForm = { form: 'none', rank: 9, phases: [], ignored: [], frame: [] }

const strictHeading = /^### Phase \d+: \S/

/** All headings of one level that are alike in how they start. */
export function headingForms(outline: Outline, section: Section): readonly PhaseForm[] {
  const headings = outline.headings.filter(({ line }) => line >= section.from && line < section.to)
  const labels = new Map(headings.map((heading) => [heading, phaseLabel(plainHead(heading.words))]))
  const byRank: readonly (readonly [number, (heading: Heading) => boolean])[] = [
    [0, (heading) => isPhaseWord(labels.get(heading) ?? null)],
    [2, (heading) => labels.get(heading) !== null],
    [5, (heading) => !asides.test(heading.words)],
  ]
  return byRank.flatMap(([rank, fits]) => {
    const fitting = headings.filter(fits)
    const level = fitting.reduce((least, heading) => Math.min(least, heading.level), 7)
    const chosen = sure(
      fitting.filter((heading) => heading.level === level),
      (heading) => labels.get(heading)?.isSeparated ?? true,
    )
    if (chosen.length < (rank === 5 ? 2 : 1)) return []
    const ends = headings.filter((heading) => heading.level <= level)
    const taken = new Set(chosen)
    const phases = ends.flatMap((heading, at) => {
      const label = rank === 5 ? null : (labels.get(heading) ?? null)
      return taken.has(heading)
        ? [headingPhase(outline, heading, ends[at + 1]?.line ?? section.to, label)]
        : []
    })
    const ignored = ends.filter((heading) => !taken.has(heading)).map(({ line }) => line)
    const isStrict = phases.every(({ line, name }) => name === '' || strictHeading.test(outline.lineAt(line)))
    return [
      { form: rank === 0 && isStrict ? 'strict' : 'heading', rank, phases, ignored, frame: [] } as const,
    ]
  })
}

const plainHead = (words: string): string => words.replace(/\*\*|__/g, '')

/** Headings of a section that say something about the phases. */
const asides =
  /^\W*(?:dependenc|notes?\b|risks?\b|timeline|parallel|re-?entry|overview|summary|rationale|out of scope|testing\b|verification\b|rollback|critical path|sequenc|assumption|estimat|effort|exit criteria|order\b|general\b)/i

/** Those that fit for sure, if there are any. */
const sure = <One>(all: readonly One[], isSure: (one: One) => boolean): readonly One[] => {
  const some = all.filter(isSure)
  return some.length > 0 ? some : all
}

function headingPhase(outline: Outline, heading: Heading, end: number, label: PhaseLabel | null): FoundPhase {
  const { mark, words } = readHeadComplexity(heading.words)
  const rest = label === null ? words : readHeadComplexity(label.rest).words
  const { name, said } = withAside(rest, label)
  const body = outline.linesIn(heading.end, end)
  const bodyLine = heading.end
  return { line: heading.line, end, label, ownNumber: null, name, body, bodyLine, mark: mark ?? said }
}

/** The words in brackets behind the number: the name, a remark on it, or the complexity. */
function withAside(
  name: string,
  label: PhaseLabel | null,
): { readonly name: string; readonly said: ComplexityMark | null } {
  const aside = label?.aside ?? ''
  if (aside === '' || name === '') return { name: name || aside, said: null }
  const said = readComplexityWord(aside)
  return { name: said === null ? `${name} (${aside})` : name, said }
}

/** Items of the lists at the top level of the section. */
export function listForms(outline: Outline, section: Section): readonly PhaseForm[] {
  const blocks = blocksIn(outline, section)
  const firstHeading = blocks.findIndex(({ kind }) => kind === 'heading')
  const direct = new Set(firstHeading === -1 ? blocks : blocks.slice(0, firstHeading))
  return ([true, false] as const).flatMap((isNumbered) => {
    const items = blocks.flatMap((block) => listItems(outline, block, isNumbered, direct.has(block)))
    const form = isNumbered ? 'numbered' : 'bullet'
    const choose = (rank: number, fits: (item: FoundItem) => boolean): readonly PhaseForm[] => {
      const chosen = items.filter(fits)
      const lists = new Set(chosen.map(({ list }) => list))
      const others = items.filter((item) => !fits(item) && lists.has(item.list))
      const ignored = others.map(({ phase }) => phase.line)
      return chosen.length < (rank === 3 || rank === 4 ? 1 : 2)
        ? []
        : [{ form, rank, phases: chosen.map(({ phase }) => phase), ignored, frame: [] }]
    }
    return [
      ...choose(1, ({ phase }) => isPhaseWord(phase.label) && phase.label?.isSeparated === true),
      ...choose(3, ({ phase }) => (phase.label?.word ?? '') !== ''),
      ...choose(isNumbered ? 4 : 6, (item) => item.isDirect && (isNumbered || item.isBold)),
      ...choose(7, (item) => item.isDirect),
    ]
  })
}

interface FoundItem {
  readonly phase: FoundPhase
  readonly list: Block
  readonly isBold: boolean
  /** Before any heading of the section. */
  readonly isDirect: boolean
}

function listItems(
  outline: Outline,
  list: Block,
  isNumbered: boolean,
  isDirect: boolean,
): readonly FoundItem[] {
  if (list.kind !== 'list' || (list.items[0]?.number !== null) !== isNumbered) return []
  const numbers = list.items.map(({ number }) => number ?? 0)
  const isRising = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))
  return list.items.map(({ line, end, number }, at) => {
    const text = itemText(outline.linesIn(line, end))
    const ownNumber = number === null || isRising ? number : (numbers[0] ?? 0) + at
    const phase = { line, end, ownNumber, ...phaseInText(text) }
    return { phase, list, isBold: boldLead(text) !== null, isDirect }
  })
}

/** What a text says that starts with the name of a phase: an item, a paragraph or a cell. */
export function phaseInText(text: string): Omit<FoundPhase, 'line' | 'end' | 'ownNumber'> {
  const { lead, below } = leadOf(text)
  const { mark, words } = readHeadComplexity(lead)
  const strong = boldLead(words)
  const label = phaseLabel(strong?.name ?? words)
  const { name: clause, rest } = nameInLead(strong, label, words)
  const { name, said } = withAside(clause, label)
  const body = [rest, below].filter((part) => part.trim() !== '').join('\n')
  const own = label?.word === '' && strong === null ? null : label
  return { label: own, name, body, bodyLine: null, mark: mark ?? said }
}

/** Empty if only words in brackets are left for it. */
function nameInLead(
  strong: ReturnType<typeof boldLead>,
  label: PhaseLabel | null,
  words: string,
): { readonly name: string; readonly rest: string } {
  if (strong === null) return firstClause(label === null ? words : label.rest, isPhaseWord(label))
  if (label === null) return strong
  if (label.rest !== '') return { name: label.rest, rest: strong.rest }
  return label.aside !== '' && readComplexityWord(label.aside) === null
    ? { name: '', rest: strong.rest }
    : firstClause(strong.rest, true)
}

/** Paragraphs that start with a bold name, or with the label of a phase. */
export function boldForms(outline: Outline, section: Section): readonly PhaseForm[] {
  const blocks = blocksIn(outline, section)
  const starts = blocks.flatMap((block) => (block.kind === 'paragraph' ? boldLines(outline, block) : []))
  const headings = blocks.filter(({ kind }) => kind === 'heading').map(({ line }) => line)
  const choose = (
    rank: number,
    least: number,
    fits: (label: PhaseLabel | null, isBold: boolean) => boolean,
  ) => {
    const chosen = starts.filter(({ label, isBold }) => fits(label, isBold))
    if (chosen.length < least) return []
    const lines = new Set(chosen.map(({ line }) => line))
    const stops = [...lines, ...headings, section.to].sort((one, other) => one - other)
    const phases = stops.flatMap((line, at): readonly FoundPhase[] => {
      const end = stops[at + 1] ?? section.to
      return lines.has(line)
        ? [{ line, end, ownNumber: null, ...phaseInText(outline.linesIn(line, end)) }]
        : []
    })
    return [{ form: 'bold', rank, phases, ignored: [], frame: [] } as const]
  }
  return [
    ...choose(1, 2, (label) => isPhaseWord(label) && label?.isSeparated === true),
    ...choose(3, 1, (label) => (label?.word ?? '') !== '' && label?.isSeparated === true),
    ...choose(6, 2, (_, isBold) => isBold),
  ]
}

function boldLines(outline: Outline, { line: from, end }: Block) {
  const found: { readonly line: number; readonly label: PhaseLabel | null; readonly isBold: boolean }[] = []
  for (let line = from; line < end; line++) {
    const words = outline.lineAt(line).trim()
    const strong = boldLead(words)
    const label = phaseLabel(strong?.name ?? words)
    if (label !== null && label.word !== '') found.push({ line, label, isBold: strong !== null })
    else if (strong !== null && line === from) found.push({ line, label: null, isBold: true })
  }
  return found
}
