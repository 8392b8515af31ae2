/** Owns phases that stand in the rows of a table. */
import { readComplexityCell } from './complexity-mark.ts'
import { blocksIn, type Outline, type Section } from './markdown-outline.ts'
import { type FoundPhase, isPhaseWord, type PhaseForm, phaseInText } from './phase-forms.ts'
import { phaseLabel } from './phase-label.ts'
import { type Table, type TableRow, tableIn } from './table-rows.ts'

export const tableForms = (outline: Outline, section: Section): readonly PhaseForm[] =>
  blocksIn(outline, section).flatMap(({ kind, line, end }) => {
    if (kind !== 'paragraph') return []
    const table = tableIn(outline.linesIn(line, end).split('\n'), line)
    return table === null ? [] : formOf(table)
  })

const key = (cell: string): string => plain(cell).toLowerCase()
const plain = (cell: string): string => cell.replace(/[*_`]/g, '').trim()

const counts =
  /^(?:#|no\.?|nr\.?|n|id|phases?|steps?|stages?|order|waves?|sprints?|milestones?|iterations?|slices?|prs?)$/
const names =
  /^(?:(?:phase |step )?(?:name|title)|deliverables?|what|scope|focus|cluster|component|work|goals?|description|summary|contents?|changes?|items?|features?|area|module|theme|tasks?)$/

interface Columns {
  /** -1 if there is none. */
  readonly count: number
  readonly name: number
  readonly complexity: number
}

function formOf(table: Table): readonly PhaseForm[] {
  const header = table.header.map(key)
  const complexity = header.indexOf('complexity')
  const count = header.findIndex((cell) => counts.test(cell))
  if (count === -1) return []
  const columns = { count, complexity, name: nameColumn(table, header, count, complexity) }
  const all = table.rows.map((row) => rowPhase(table, row, columns))
  const phases = all.filter(saysMore)
  const saysPhase = /^phases?$/.test(header[count] ?? '') || all.some(({ label }) => isPhaseWord(label))
  const ignored = all.filter((phase) => !saysMore(phase)).map(({ line }) => line)
  const frame = [[table.line, table.line + 2]] as const
  return phases.length === 0
    ? []
    : [{ form: 'table', rank: saysPhase && phases.length > 1 ? 1 : 3, phases, ignored, frame }]
}

const saysMore = ({ label, ownNumber, name }: FoundPhase): boolean =>
  label !== null || ownNumber !== null || name !== ''

/** The column of the numbers itself, if it has names too. */
function nameColumn(table: Table, header: readonly string[], count: number, complexity: number): number {
  const hasNames = table.rows.some(({ cells }) => {
    const cell = plain(cells[count] ?? '')
    const label = phaseLabel(cell)
    return /\p{L}/u.test(label === null ? cell : label.rest) && (label === null || label.rest !== '')
  })
  if (hasNames) return count
  const named = header.findIndex((cell, at) => at !== count && at !== complexity && names.test(cell))
  return named !== -1 ? named : header.findIndex((_, at) => at !== count && at !== complexity)
}

function rowPhase(table: Table, { cells, line }: TableRow, { count, name, complexity }: Columns): FoundPhase {
  const counted = cells[count] ?? ''
  const read = phaseInText(cells[name] ?? '')
  const label = name === count ? read.label : (phaseLabel(plain(counted)) ?? read.label)
  const number = /^\d{1,4}$/.test(plain(counted)) ? Number(plain(counted)) : null
  const others = cells.flatMap((cell, at) => {
    const isShown = at !== count && at !== name && at !== complexity && cell !== ''
    return isShown ? [`**${plain(table.header[at] ?? '') || 'Note'}:** ${cell}`] : []
  })
  const body = [read.body, ...others].filter((part) => part !== '').join('\n\n')
  const mark = read.mark ?? (complexity === -1 ? null : readComplexityCell(cells[complexity] ?? ''))
  return { line, end: line + 1, label, ownNumber: number, name: read.name, body, bodyLine: null, mark }
}
