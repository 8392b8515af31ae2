/** `harness context archive` and `prune`: take drops out of agents' sight. Only `--delete` deletes. */
import { basename } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import {
  archiveDrop,
  type ContextPlace,
  contextFiles,
  deleteDrop,
} from '@harness/shell/effects/documents/context-folder'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { knownName } from '../../line/known-name.ts'

export async function archiveContext(
  command: CommandContext,
  place: ContextPlace,
  named: string | null,
): Promise<number> {
  const names = await inboxNames(place)
  if (named === null)
    throw new UserError('usage', 'A drop must be named.', { next: 'See what there is: harness context list' })
  const wanted = basename(named).replace(/(?:\.md)?$/, '.md')
  const name = knownName('drop', wanted, names, 'harness context list')
  return tell(command, [{ name, to: await archiveDrop(place, name) }])
}

const dayMs = 86_400_000

/** A drop is as old as its name says. */
export async function pruneContext(
  command: CommandContext,
  given: Given,
  place: ContextPlace,
): Promise<number> {
  const days = daysIn(textOption(given, 'olderThan'))
  const deletes = flagOption(given, 'delete')
  const oldest = new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
  const old = (await inboxNames(place)).filter(
    (name) => /^\d{4}-\d{2}-\d{2}-/.test(name) && name.slice(0, 10) < oldest,
  )
  const moved: Moved[] = []
  for (const name of old) {
    if (deletes) await deleteDrop(place, name)
    moved.push({ name, to: deletes ? null : await archiveDrop(place, name) })
  }
  return tell(command, moved)
}

function daysIn(text: string | null): number {
  const [, days] = /^(\d{1,5})d?$/.exec(text ?? '') ?? []
  if (days !== undefined) return Number(days)
  const given = text === null ? '--older-than is missing' : `--older-than ${JSON.stringify(text)} is no age`
  throw new UserError('usage', `${given}: expected days, such as 30d.`, {
    next: 'harness context prune --older-than 30d',
  })
}

const inboxNames = async (place: ContextPlace): Promise<readonly string[]> =>
  (await contextFiles(place)).filter((file) => file.place === 'inbox').map(({ path }) => basename(path))

interface Moved {
  readonly name: string
  /** Null if it was deleted. */
  readonly to: string | null
}

function tell({ terminal, json }: CommandContext, moved: readonly Moved[]): number {
  if (json) terminal.print(JSON.stringify({ ok: true, moved }, null, 2))
  else if (moved.length === 0) terminal.print('Nothing is that old.')
  else
    for (const { name, to } of moved)
      terminal.print(to === null ? `${name} is deleted` : `${name} is now ${to}`)
  return exitCode.done
}
