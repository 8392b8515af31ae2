/**
 * Shows what a repository brings and what of it is new, in a form that cannot mislead: nothing is hidden by control
 * characters or gaps, and what is left out is counted.
 */
import type { TrustChange, TrustItem, TrustKind } from '@harness/formats/records/trust-record'
import { counted } from '@harness/formats/text/amounts'
import { visible } from '@harness/formats/text/visible'
import { keptCharacters } from '@harness/shell/effects/trusted/trust-items'
import type { TrustFile } from '@harness/shell/store/trusted/trust-file'
import type { Terminal } from '../../terminal/terminal.ts'

const titles: Readonly<Record<TrustKind, string>> = {
  program: 'harness.config.ts and what it imports (run by the harness itself)',
  script: 'Script of the agent (run by the harness itself)',
  command: 'Commands',
  opening: 'What the config opens to agents and commands',
  role: 'Texts of roles (agents are told them)',
  extension: 'Skills, slash commands and tool servers that agents may use (agent.trust)',
  hook: 'Hooks (run by a mission if mission.hooks is true)',
}

const mostLineCharacters = 400
const mostFileLines = 30
const mostLines = 200
const mostChanges = 100

/** Of these kinds the text is one line. */
const isLine = ({ kind }: TrustItem): boolean => kind === 'command' || kind === 'opening'

export function showChanges(
  terminal: Terminal,
  { record, damage, path }: TrustFile,
  changes: readonly TrustChange[],
): void {
  const { strong, warn, faint } = terminal.colours
  if (damage !== null) terminal.print(warn(`The record of what you trust (${path}) ${damage}.`))
  terminal.print(
    record === null
      ? 'This repository brings the following, which you have not trusted yet.'
      : `This repository has changed since you trusted it on ${new Date(record.at).toISOString().slice(0, 10)}.`,
  )
  let left = mostLines
  for (const [kind, title] of Object.entries(titles)) {
    const ofKind = changes.filter(({ item }) => item.kind === kind)
    if (ofKind.length > 0) terminal.print(`\n${strong(title)}`)
    for (const change of ofKind.slice(0, mostChanges)) {
      terminal.print(`  ${changeLine(change)}`)
      const body = isLine(change.item) ? [] : bodyOf(change)
      left -= body.length
      for (const line of left >= 0 ? body : ['not shown here: read the file'])
        terminal.print(faint(`    | ${line}`))
    }
    if (ofKind.length > mostChanges) terminal.print(`  and ${ofKind.length - mostChanges} more`)
  }
  terminal.print('')
}

/** `changed check test: npm test, was: npm run test`. */
export function changeLine({ type, item, before }: TrustChange): string {
  const word = type.padEnd(7)
  const name = oneLine(item.name)
  if (type === 'removed') return `${word} ${name}`
  if (!isLine(item))
    return `${word} ${name} (${isCut(item) ? 'more than ' : ''}${counted(linesOf(item).length, 'line')})`
  const was = before === null ? '' : `, was: ${oneLine(before.text)}`
  return `${word} ${name}: ${oneLine(item.text)}${was}`
}

const oneLine = (text: string): string => cut(visible(text).replaceAll('\n', '<U+000A>'))

const cut = (text: string): string =>
  text.length > mostLineCharacters
    ? `${text.slice(0, mostLineCharacters)}… and ${text.length - mostLineCharacters} more characters`
    : text

/** The lines of a new file; of a changed one only those that came and went. */
function bodyOf({ type, item, before }: TrustChange): readonly string[] {
  if (type === 'removed') return []
  const now = linesOf(item)
  const was = before === null ? [] : linesOf(before)
  const lines =
    before === null
      ? now
      : [
          ...was.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
          ...now.filter((line) => !was.includes(line)).map((line) => `+ ${line}`),
        ]
  if (lines.length === 0) return ['The change is not in a line that can be shown here: read the file']
  const more = lines.length - mostFileLines
  if (more <= 0 && !isCut(item)) return lines
  const rest = more > 0 ? `${more} more lines` : 'more'
  return [...lines.slice(0, mostFileLines), `… and ${rest}: read the file`]
}

/** True if the record keeps only the beginning of the text. */
const isCut = ({ text }: TrustItem): boolean => text.length >= keptCharacters

const linesOf = ({ text }: TrustItem): readonly string[] => visible(text).trimEnd().split('\n').map(cut)
