/** `harness learnings`: shows what sessions learned; `prune` moves the oldest entries to an archive. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { learningsFile } from '@harness/core/playbooks/autopilot/notes'
import { appendNote, pruneLearnings, readLearnings } from '@harness/formats/documents/autopilot/notes-file'
import { counted } from '@harness/formats/text/amounts'
import { readInside, writeInside } from '@harness/shell/machine/disk/inside'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { type CommandContext, type Given, textOption } from '../../line/command.ts'
import { knownName } from '../../line/known-name.ts'
import { targetRepo } from '../../run/target/target-repo.ts'
import { usage } from './usage.ts'

const archiveFile = '.harness/learnings-archive.md'
const keptByDefault = 20

export async function learnings(context: CommandContext, given: Given): Promise<number> {
  const root = targetRepo(context)
  const [action = 'show'] = given.args
  const named = knownName('action', action, ['show', 'prune'] as const, 'harness learnings --help')
  const text = (await readInside(root, learningsFile))?.toString('utf8') ?? ''
  return named === 'show' ? show(context, text) : prune(context, root, text, keepIn(given))
}

function show({ terminal, json }: CommandContext, text: string): number {
  const { entries, ignored } = readLearnings(text)
  if (json) terminal.print(JSON.stringify({ ok: true, file: learningsFile, entries, ignored }, null, 2))
  else {
    for (const { date, outcome, text: learned } of entries)
      terminal.print(stripControl(`${date ?? ''} [${outcome}] ${learned}`.trim()))
    terminal.print(`${counted(entries.length, 'learning')} in ${learningsFile}`)
  }
  return exitCode.done
}

async function prune(
  { terminal, json }: CommandContext,
  root: string,
  text: string,
  keep: number,
): Promise<number> {
  const { kept, archived, moved } = pruneLearnings(text, keep)
  if (moved > 0) {
    // The archive comes first: a crash between the two leaves an entry twice, never nowhere.
    const before = (await readInside(root, archiveFile))?.toString('utf8') ?? null
    await writeInside(root, archiveFile, appendNote(before, 'Learnings', archived))
    await writeInside(root, learningsFile, kept)
  }
  const done = moved === 0 ? 'Nothing to prune.' : `${counted(moved, 'learning')} moved to ${archiveFile}.`
  terminal.print(json ? JSON.stringify({ ok: true, moved, archive: archiveFile }, null, 2) : done)
  return exitCode.done
}

function keepIn(given: Given): number {
  const text = textOption(given, 'keep')
  if (text === null) return keptByDefault
  if (/^\d{1,5}$/.test(text)) return Number(text)
  throw usage(
    `--keep takes a whole number, found ${JSON.stringify(text)}.`,
    'harness learnings prune --keep 20',
  )
}
