/** `harness trust`: shows what the repository brings, asks, and keeps the answer; lists it; takes it back. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { commandsIn } from '@harness/formats/config/config-commands'
import type { TrustItem } from '@harness/formats/records/trust-record'
import { counted } from '@harness/formats/text/amounts'
import { printMoment } from '@harness/formats/text/moment'
import { visible } from '@harness/formats/text/visible'
import { findConfig } from '@harness/shell/effects/documents/load-config'
import { ownFileItems } from '@harness/shell/effects/trusted/trust-items'
import { readTrust, removeTrust } from '@harness/shell/store/trusted/trust-file'
import { type CommandContext, flagOption, type Given } from '../line/command.ts'
import type { Target } from '../run/target/look-at-target.ts'
import { statePlace } from '../run/target/state-dir.ts'
import { openTarget } from '../run/trust/open-target.ts'
import { requireTrust } from '../run/trust/require-trust.ts'
import { changeLine } from '../run/trust/show-changes.ts'

export async function trust(context: CommandContext, given: Given): Promise<number> {
  const { root } = await statePlace(context)
  if (flagOption(given, 'list')) return list(context, root)
  if (flagOption(given, 'revoke')) return revoke(context, root)
  const before = readTrust(context.env, root).record
  const asking = {
    ...context,
    trust: flagOption(given, 'yes') ? ('given' as const) : context.trust,
    mustKeep: true as const,
  }
  const source = await findConfig(root)
  if (source === null) await requireTrust(asking, root, await ownFileItems(root))
  else if (source.type === 'json') await openTarget(asking)
  else tellCommands(context, await openTarget(asking))
  const { record } = readTrust(context.env, root)
  const items = record?.items ?? []
  if (context.json) tellItems(context, root, items)
  else if (record === null) context.terminal.print('This repository brings nothing that needs trust.')
  else {
    const isNew = before?.contents.join() !== record.contents.join()
    context.terminal.print(`${isNew ? 'Trusted' : 'Trusted already'}: ${counted(items.length, 'item')}.`)
  }
  return exitCode.done
}

/** Only a program that was run says which commands it has. */
function tellCommands({ terminal, json }: CommandContext, { config, configFile }: Target): void {
  if (json) return
  terminal.print(`${configFile} has these commands:`)
  for (const { name, text } of commandsIn(config)) terminal.print(`  ${visible(`${name}: ${text}`)}`)
}

function list(context: CommandContext, root: string): number {
  const { terminal, env } = context
  const { record, damage, path } = readTrust(env, root)
  if (damage !== null)
    throw new UserError('not-trusted', `The record of what you trust (${path}) ${damage}.`, {
      next: 'Look at what the repository brings and agree again: harness trust. The old record is kept beside the new one.',
    })
  if (context.json) tellItems(context, root, record?.items ?? [])
  else if (record === null) terminal.print('Nothing of this repository is trusted.')
  else {
    terminal.print(`Trusted by ${record.by} on ${printMoment(record.at).slice(0, 10)}:`)
    for (const item of record.items)
      terminal.print(changeLine({ type: 'new', item, before: null }).replace(/^new +/, '  '))
  }
  return exitCode.done
}

async function revoke({ terminal, json, env }: CommandContext, root: string): Promise<number> {
  const file = readTrust(env, root)
  await removeTrust(file)
  if (json) terminal.print(JSON.stringify({ ok: true, repository: file.repository, items: [] }, null, 2))
  else terminal.print('Nothing of this repository is trusted any more.')
  return exitCode.done
}

const tellItems = ({ terminal, env }: CommandContext, root: string, items: readonly TrustItem[]): void => {
  const { repository, record } = readTrust(env, root)
  const at = record === null ? null : printMoment(record.at)
  terminal.print(JSON.stringify({ ok: true, repository, at, by: record?.by ?? null, items }, null, 2))
}
