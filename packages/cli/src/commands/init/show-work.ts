/** Shows what init found, and what it would write. */
import { counted } from '@harness/formats/text/amounts'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { Terminal } from '../../terminal/terminal.ts'
import type { DraftFile } from './draft-files.ts'
import type { FoundWork } from './find-work.ts'
import type { Surrounding } from './surroundings.ts'

const mostUncovered = 12
const label = (word: string): string => word.padEnd(12)

export interface Branches {
  readonly base: string
  /** Null if HEAD is detached. */
  readonly here: string | null
}

const startsFrom = (base: string): string =>
  `runs start from ${base}, so merge there what is written here, or set baseBranch`

export function showWork(
  terminal: Terminal,
  root: string,
  work: FoundWork,
  around: readonly Surrounding[],
  { base, here }: Branches,
): void {
  const { strong, faint, warn } = terminal.colours
  const say = (word: string, text: string): void =>
    terminal.print(`${strong(label(word))}${stripControl(text)}`)
  say('Repository', root)
  say('Base', here === base ? base : `${base} (you are on ${here ?? 'no branch'}; ${startsFrom(base)})`)
  if (work.managers.length > 0) say('Built with', work.managers.join(', '))
  for (const line of work.setup) say('Set-up', line)
  for (const { name, run, from } of work.checks)
    terminal.print(
      `${strong(label('Check'))}${name}: ${stripControl(run)} ${faint(`(${stripControl(from)})`)}`,
    )
  if (work.checks.length === 0)
    terminal.print(
      warn('No test, lint or build command was found: put one into checks, or nothing can be merged.'),
    )
  for (const { says, fix } of around) say('Note', fix === null ? says : `${says} ${fix}.`)
  for (const note of work.notes) say('Note', note)
  if (work.uncovered.length === 0) return
  terminal.print(
    warn(
      `The CI runs ${counted(work.uncovered.length, 'command')} that no check covers; add what has to pass before a merge:`,
    ),
  )
  for (const { run, from } of work.uncovered.slice(0, mostUncovered))
    terminal.print(`  ${stripControl(run)} ${faint(`(${stripControl(from.join('; '))})`)}`)
  if (work.uncovered.length > mostUncovered)
    terminal.print(faint(`  and ${work.uncovered.length - mostUncovered} more: harness init --json`))
}

export function showDrafts(terminal: Terminal, drafts: readonly DraftFile[]): void {
  const { strong, faint } = terminal.colours
  for (const { path, text, why } of drafts) {
    terminal.print(`\n${strong(path)} ${faint(`(${why})`)}`)
    const lines = stripControl(text).trimEnd().split('\n')
    const shown = lines.length > 60 ? [...lines.slice(0, 8), `… ${lines.length - 8} more lines`] : lines
    terminal.print(shown.map((line) => `  ${line}`).join('\n'))
  }
  terminal.print('')
}
