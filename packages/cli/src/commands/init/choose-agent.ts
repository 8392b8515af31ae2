/** Finds the agents that can work here, and asks which one is to if there are several. */
import { probeProvider } from '@harness/agent-runner/providers/probe-provider'
import type { ProviderProbe } from '@harness/agent-runner/runner/provider-probe'
import { type ProviderName, providerNames } from '@harness/core/kernel/provider-name'
import { UserError } from '@harness/core/kernel/user-error'
import { sdkFolders } from '@harness/shell/engine/conduct/run-ports'
import type { CommandContext } from '../../line/command.ts'
import { choose } from '../../run/ask/ask.ts'

type Machine = Pick<CommandContext, 'env' | 'rolesDir'>

const probeOf = (name: ProviderName, { env, rolesDir }: Machine): ProviderProbe | null =>
  name === 'acp' ? null : probeProvider(name, sdkFolders(rolesDir, env))

export const installedAgents = (machine: Machine): readonly ProviderName[] =>
  providerNames.filter((name) => (probeOf(name, machine)?.installed() ?? null) !== null)

/** Installed, and logged in. */
const agentsHere = (machine: Machine): readonly ProviderName[] =>
  installedAgents(machine).filter((name) => probeOf(name, machine)?.login(machine.env).found !== 'no')

export interface Chosen {
  /** Null if none is here. */
  readonly agent: string | null
}

/** Null if the person gave up. `named` is what the operator gave. */
export async function chooseAgent(
  context: Machine & Pick<CommandContext, 'terminal'>,
  named: string | null,
  mayAsk: boolean,
): Promise<Chosen | null> {
  if (named !== null) return { agent: named }
  const here = agentsHere(context)
  const [first] = here
  if (first === undefined || here.length === 1) return { agent: first ?? null }
  if (!mayAsk)
    throw new UserError('provider-not-chosen', `Several agents can work here: ${here.join(', ')}.`, {
      next: `Say which one: harness init --yes --agent ${first}`,
    })
  const agent = await choose(
    context.terminal,
    'Which agent is to do the work?',
    here.map((name) => ({ value: name, label: name, hint: 'installed, and logged in' })),
  )
  return agent === null ? null : { agent }
}
