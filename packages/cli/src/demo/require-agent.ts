/** Refuses a demo with a real agent that is not installed or not logged in, before anything is made. */
import { probeProvider } from '@harness/agent-runner/providers/probe-provider'
import type { ProviderName } from '@harness/core/provider-name'
import { UserError } from '@harness/core/user-error'
import { sdkFolders } from '@harness/shell/playbook-run/run-ports'
import type { CommandContext } from '../command.ts'

export function requireAgent(
  provider: ProviderName,
  { env, rolesDir }: Pick<CommandContext, 'env' | 'rolesDir'>,
): void {
  const probe = probeProvider(provider, sdkFolders(rolesDir))
  if (probe === null) return
  probe.requireInstalled()
  const login = probe.login(env)
  if (login.found === 'no')
    throw new UserError('provider-not-logged-in', `Nobody is logged in to ${provider} here.`, {
      next: login.next,
    })
}
