/** `harness context list`: lists the drops for agents, and those that cannot be used. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { longestDrop, printScope } from '@harness/formats/documents/context/context-drop'
import { type ContextFile, dropIn } from '@harness/formats/documents/context/select-context'
import { type ContextPlace, contextFiles } from '@harness/shell/effects/documents/context-folder'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { CommandContext } from '../../line/command.ts'
import { table } from '../../terminal/table.ts'

export async function listContext({ terminal, json }: CommandContext, place: ContextPlace): Promise<number> {
  const drops = (await contextFiles(place)).map(listed)
  if (json) {
    terminal.print(JSON.stringify({ ok: true, drops }, null, 2))
    return exitCode.done
  }
  if (drops.length === 0) {
    terminal.print(`${place.contextDir} is empty.`)
    terminal.print(`${terminal.colours.strong('next:')} harness context add notes.md --scope run:0007`)
    return exitCode.done
  }
  const rows = drops.map(({ path, scope, source, characters, problem }) => [
    stripControl(path),
    scope ?? '?',
    source ?? '?',
    characters === null ? '?' : String(characters),
    stripControl(problem ?? ''),
  ])
  terminal.print(
    table(
      ['FILE', 'SCOPE', 'SOURCE', 'CHARACTERS', 'PROBLEM'],
      rows,
      terminal.columns(),
      terminal.colours.strong,
    ),
  )
  return exitCode.done
}

function listed(file: ContextFile) {
  const drop = dropIn(file)
  const { path, digest } = file
  if (typeof drop === 'string')
    return { path, digest, scope: null, source: null, characters: null, problem: drop }
  const characters = drop.text.length
  const problem = characters > longestDrop ? `more than ${longestDrop} characters: no agent is told it` : null
  return { path, digest, scope: printScope(drop.scope), source: drop.source, characters, problem }
}
