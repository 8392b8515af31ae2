/** The agent that a demo is to be played by; a real one that is not installed or not logged in is refused at once. */
import { probeProvider } from '@harness/agent-runner/providers/probe-provider'
import type { ProviderName } from '@harness/core/kernel/provider-name'
import { UserError } from '@harness/core/kernel/user-error'
import { sdkFolders } from '@harness/shell/engine/conduct/run-ports'
import { type CommandContext, type Given, textOption } from '../../line/command.ts'

export function chosenAgent(
  given: Given,
  { env, rolesDir }: Pick<CommandContext, 'env' | 'rolesDir'>,
): ProviderName {
  // Commander has held it against the providers there are.
  const provider = (textOption(given, 'provider') ?? 'scripted') as ProviderName
  const probe = probeProvider(provider, sdkFolders(rolesDir, env))
  if (probe === null) return provider
  probe.requireInstalled()
  const login = probe.login(env)
  if (login.found === 'no')
    throw new UserError('provider-not-logged-in', `No account is logged in to ${provider} here.`, {
      next: login.next,
    })
  return provider
}
