/** Finds the agents that can work here, and asks which one is to if there are several. */
import { probeProvider } from '@harness/agent-runner/providers/probe-provider'
import { type ProviderName, providerNames } from '@harness/core/kernel/provider-name'
import { UserError } from '@harness/core/kernel/user-error'
import { sdkFolders } from '@harness/shell/engine/conduct/run-ports'
import type { CommandContext } from '../../line/command.ts'
import { choose } from '../../run/ask/ask.ts'

/** Installed, and logged in. */
const agentsHere = ({ env, rolesDir }: Pick<CommandContext, 'env' | 'rolesDir'>): readonly ProviderName[] =>
  providerNames.filter((name) => {
    if (name === 'acp') return false
    const probe = probeProvider(name, sdkFolders(rolesDir, env))
    return probe !== null && probe.installed() !== null && probe.login(env).found !== 'no'
  })

/** Null if none is here. `named` is what the operator gave. */
export async function chooseAgent(
  context: CommandContext,
  named: string | null,
  mayAsk: boolean,
): Promise<string | null> {
  if (named !== null) return named
  const here = agentsHere(context)
  const [first] = here
  if (first === undefined || here.length === 1) return first ?? null
  if (!mayAsk)
    throw new UserError('provider-not-chosen', `Several agents can work here: ${here.join(', ')}.`, {
      next: `Say which one: harness init --yes --agent ${first}`,
    })
  return choose(
    context.terminal,
    'Which agent is to do the work?',
    here.map((name) => ({ value: name, label: name, hint: 'installed, and logged in' })),
  )
}
