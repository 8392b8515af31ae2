/**
 * Owns `.harness/validation-contract.md`: entries that begin with `### VAL-AUTH-001: <assertion>`. Status, evidence and
 * rulings are edited in place; whatever else people wrote there stays. Evidence of several lines is quoted line by line,
 * so that nothing an agent says can pass for a heading or a field.
 */

import type { RefusedEdit } from '@harness/core/effects/edit-documents'
import { counted } from '@harness/core/kernel/counted'
import { oneLine } from '@harness/core/kernel/one-line'
import {
  type ClaimStatus,
  type ContractEntry,
  claimStatuses,
  type DocumentEdit,
} from '@harness/core/playbooks/mission/state/mission-document'
import { claimIdExample, isClaimId } from '../../answers/mission/ids.ts'
import { type FormatProblem, type Parsed, parsed, refused } from '../../text/format-problem.ts'
import { shown } from '../../text/shown.ts'
import { oversize } from '../../text/text-size.ts'

const fewest = 5
const most = 80

export interface ReadContract {
  readonly entries: readonly ContractEntry[]
  readonly warnings: readonly string[]
}

export function parseContract(text: string, file: string): Parsed<ReadContract> {
  const tooLarge = oversize(text, file)
  if (tooLarge !== null) return refused([tooLarge])
  const problems: FormatProblem[] = []
  const entries: ContractEntry[] = []
  const seen = new Set<string>()
  for (const section of sectionsOf(text.split('\n'))) {
    const complain = (line: number, expected: string, found: string): void => {
      problems.push({ file, line: line + 1, column: 1, field: section.id, expected, found, hint: null })
    }
    if (!isClaimId(section.id) || section.assertion === '')
      complain(section.from, `"### ${claimIdExample}: <assertion>"`, shown(section.heading))
    else if (seen.has(section.id)) complain(section.from, 'every claim once', shown(section.id))
    seen.add(section.id)
    const status = section.status ?? { word: 'TODO', line: section.from }
    if (!isStatus(status.word)) complain(status.line, claimStatuses.join(', '), shown(status.word))
    else entries.push(entryOf(section, status.word))
  }
  return problems.length > 0 ? refused(problems) : parsed({ entries, warnings: warningsFor(entries.length) })
}

function warningsFor(count: number): readonly string[] {
  if (count < fewest)
    return [`The contract has ${counted(count, 'assertion')}; fewer than ${fewest} prove little.`]
  return count > most ? [`The contract has ${count} assertions; more than ${most} are hard to keep.`] : []
}

const isStatus = (word: string): word is ClaimStatus => claimStatuses.some((one) => one === word)

const entryOf = (section: Section, status: ClaimStatus): ContractEntry => ({
  id: section.id,
  assertion: section.assertion,
  verify: section.fields.get('verify')?.text ?? '',
  evidence: section.fields.get('evidence')?.text ?? '',
  status,
  rulings: section.rulings,
})

interface Field {
  readonly text: string
  /** Lines, from and up to. */
  readonly from: number
  readonly to: number
}

interface Section {
  readonly heading: string
  readonly id: string
  readonly assertion: string
  readonly from: number
  /** The first line that is no longer part of it. */
  readonly to: number
  readonly fields: ReadonlyMap<string, Field>
  readonly rulings: readonly string[]
  readonly status: { readonly word: string; readonly line: number } | null
}

const headingLine = /^#{1,6}\s/
const entryLine = /^###\s+(VAL\b[^:\s]*)\s*:?\s*(.*?)\s*$/
const fieldLine = /^\*\*(Verify|Evidence|Status|Ruling):\*\*\s?(.*)$/

function sectionsOf(lines: readonly string[]): readonly Section[] {
  const sections: Section[] = []
  for (let from = 0; from < lines.length; from++) {
    const entry = entryLine.exec(bare(lines[from]))
    if (entry === null) continue
    let to = from + 1
    while (to < lines.length && !headingLine.test(lines[to] ?? '')) to++
    sections.push(sectionOf(lines, from, to, entry))
  }
  return sections
}

/** Without a carriage return. */
const bare = (line: string | undefined): string => (line ?? '').replace(/\r$/, '')

function sectionOf(lines: readonly string[], from: number, to: number, entry: RegExpExecArray): Section {
  const fields = new Map<string, Field>()
  const rulings: string[] = []
  for (let at = from + 1; at < to; ) {
    const field = fieldLine.exec(bare(lines[at]))
    if (field === null) {
      at++
      continue
    }
    let end = at + 1
    // Text after a blank line is a person's remark; a status is one line.
    while (field[1] !== 'Status' && end < to && goesOn(bare(lines[end]))) end++
    const rest = lines.slice(at + 1, end).map((line) => bare(line).replace(/^>\s?/, ''))
    const text = [field[2] ?? '', ...rest].join('\n').trim()
    const name = (field[1] ?? '').toLowerCase()
    if (name === 'ruling') rulings.push(text)
    else if (!fields.has(name)) fields.set(name, { text, from: at, to: end })
    at = end
  }
  const status = fields.get('status')
  return {
    heading: bare(lines[from]),
    id: entry[1] ?? '',
    assertion: entry[2] ?? '',
    from,
    to,
    fields,
    rulings,
    status:
      status === undefined
        ? null
        : { word: status.text.replace(/^\[\s*|\s*\]$/g, '').toUpperCase(), line: status.from },
  }
}

const goesOn = (line: string): boolean => line.trim() !== '' && !fieldLine.test(line)

const fieldText = (name: string, text: string): readonly string[] => {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.replace(/\r/g, '').trimEnd())
  return lines.length === 1
    ? [`**${name}:** ${lines[0] ?? ''}`.trimEnd()]
    : [`**${name}:**`, ...lines.map((line) => `> ${line}`.trimEnd())]
}

const printEntry = (entry: ContractEntry): string =>
  [
    `### ${entry.id}: ${oneLine(entry.assertion)}`,
    ...fieldText('Verify', oneLine(entry.verify)),
    ...fieldText('Evidence', entry.evidence),
    `**Status:** [${entry.status}]`,
    ...entry.rulings.map((ruling) => `**Ruling:** ${oneLine(ruling)}`),
    '',
  ].join('\n')

export const printContract = (entries: readonly ContractEntry[]): string =>
  ['# Validation contract', '', ...entries.map(printEntry)].join('\n')

export type ContractEdit = Extract<DocumentEdit, { type: 'claim' | 'add-claim' | 'ruling' }>

export interface EditedContract {
  readonly text: string
  readonly refused: readonly RefusedEdit[]
}

export function editContract(text: string, edits: readonly ContractEdit[]): EditedContract {
  const refusals: RefusedEdit[] = []
  let lines: readonly string[] = text.split('\n')
  for (const [at, edit] of edits.entries()) {
    const id = edit.type === 'claim' ? edit.id : edit.type === 'ruling' ? edit.claim : edit.entry.id
    const section = sectionsOf(lines).find((one) => one.id === id)
    if (edit.type === 'add-claim') {
      if (section === undefined) lines = withEntry(lines, edit.entry)
    } else if (section === undefined)
      refusals.push({
        edit: at,
        reason: 'gone',
        detail: `${id} is no longer in the validation contract`,
        problems: [],
      })
    else if (edit.type === 'ruling') lines = withRuling(lines, section, oneLine(edit.ruling))
    else lines = withVerdict(lines, section, edit)
  }
  return { text: lines.join('\n'), refused: refusals }
}

const withEntry = (lines: readonly string[], entry: ContractEntry): readonly string[] => {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1
  return [...lines.slice(0, end), ...(end === 0 ? [] : ['']), ...printEntry(entry).split('\n')]
}

function withRuling(lines: readonly string[], section: Section, ruling: string): readonly string[] {
  if (section.rulings.includes(ruling)) return lines
  const end = endOf(lines, section)
  return [...lines.slice(0, end), `**Ruling:** ${ruling}`, ...lines.slice(end)]
}

/** The line after its last one that is not empty. */
const endOf = (lines: readonly string[], { from, to }: Section): number =>
  from + 1 + lines.slice(from + 1, to).findLastIndex((line) => line.trim() !== '') + 1

function withVerdict(
  lines: readonly string[],
  section: Section,
  { status, evidence }: Extract<ContractEdit, { type: 'claim' }>,
): readonly string[] {
  const isWritten =
    section.status?.word === status && section.fields.get('evidence')?.text === evidence.trim()
  if (isWritten) return lines
  const replaced = { evidence: fieldText('Evidence', evidence), status: [`**Status:** [${status}]`] }
  let next = lines
  // From the last one up, so that the lines of the others stay where they are.
  const places = (['evidence', 'status'] as const).map((name) => ({ name, field: section.fields.get(name) }))
  for (const { name, field } of places.sort((a, b) => (b.field?.from ?? 0) - (a.field?.from ?? 0)))
    if (field !== undefined) next = [...next.slice(0, field.from), ...replaced[name], ...next.slice(field.to)]
  const missing = places.filter(({ field }) => field === undefined).map(({ name }) => name)
  if (missing.length === 0) return next
  const now = sectionsOf(next).find(({ id }) => id === section.id) ?? section
  const end = endOf(next, now)
  const added = (['evidence', 'status'] as const).filter((name) => missing.includes(name))
  return [...next.slice(0, end), ...added.flatMap((name) => replaced[name]), ...next.slice(end)]
}
