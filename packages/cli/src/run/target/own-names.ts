/** Owns the refusal of a user's own playbook whose name is taken: by another playbook, or by a command. */
import { UserError } from '@harness/core/kernel/user-error'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { type RegistryEntry, registryOf } from '@harness/shell/engine/registry'
import type { CommandContext } from '../../line/command.ts'

/** `file` is the config. */
export function guardOwnNames(
  { commands, playbooks }: Pick<CommandContext, 'commands' | 'playbooks'>,
  config: Pick<HarnessConfig, 'playbooks'>,
  file: string,
): void {
  if (config.playbooks.length === 0) return
  const own = config.playbooks.map(({ description }) => ({
    identity: { ...description, roles: [] },
    from: file,
    load: async () => null,
  }))
  registryOf<RegistryEntry<unknown>>([...playbooks.entries, ...own])
  const builtIn = new Set(commands.filter(({ own }) => own !== true).map(({ name }) => name))
  const clashing = own.find(({ identity }) => builtIn.has(identity.name))
  if (clashing !== undefined)
    throw new UserError(
      'playbook-name-taken',
      `The playbook ${JSON.stringify(clashing.identity.name)} of ${file} has the name of a command.`,
      { next: `Rename the playbook of ${file}.` },
    )
}
