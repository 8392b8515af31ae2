/** Refuses a run whose agents cannot work, before anything is changed: not installed, not confined, or without words. */
import { probeProvider } from '@harness/agent-runner/providers/probe-provider'
import type { ProviderProbe } from '@harness/agent-runner/runner/provider-probe'
import type { ModelTier } from '@harness/core/kernel/agent'
import type { ProviderName } from '@harness/core/kernel/provider-name'
import { UserError } from '@harness/core/kernel/user-error'
import type { AgentConfig } from '@harness/formats/config/harness-config'
import { roleAgent } from '@harness/formats/config/role-agent'
import { loadScript } from '../../effects/agents/roles/load-script.ts'
import { guardRoleText } from '../../effects/agents/roles/role-text.ts'
import type { RunOutside } from './run-outside.ts'
import { sdkFolders } from './run-ports.ts'
import { guardSandbox } from './run-sandbox.ts'

/** `tiers` are those of the roles that the run may send. */
export async function guardAgents(
  outside: Pick<RunOutside, 'config' | 'environment' | 'repoRoot' | 'rolesDir' | 'stateDir' | 'trusted'>,
  tiers: Readonly<Record<string, ModelTier>>,
): Promise<void> {
  const { config, environment, repoRoot, rolesDir, trusted } = outside
  await guardSandbox(outside)
  for (const role of Object.keys(tiers)) await guardRoleText(role, repoRoot)
  for (const provider of providersOf(config.agent, tiers)) {
    const acp = { agent: config.agent.acp, env: environment }
    const probe = probeProvider(provider, sdkFolders(rolesDir, environment), acp)
    if (probe === null) {
      await guardScript(repoRoot, config.agent.script, trusted)
      continue
    }
    await guardInstalled(provider, probe)
  }
}

const providersOf = (
  agent: AgentConfig,
  tiers: Readonly<Record<string, ModelTier>>,
): ReadonlySet<ProviderName> =>
  new Set(Object.entries(tiers).map(([role, tier]) => roleAgent(agent, role, tier).provider))

async function guardScript(
  repoRoot: string,
  script: string | null,
  trusted: RunOutside['trusted'],
): Promise<void> {
  if (script !== null) await loadScript(repoRoot, script, trusted)
  else
    throw new UserError(
      'script-missing',
      'The provider scripted needs a script, and the config names none.',
      {
        next: 'Set agent.script in harness.config.json to a .yaml, .json or .ts file.',
      },
    )
}

async function guardInstalled(provider: ProviderName, probe: ProviderProbe): Promise<void> {
  const installed = probe.requireInstalled()
  const problem = await probe.broken(installed)
  if (problem === null) return
  throw new UserError('provider-not-installed', `The provider ${provider} cannot work: ${problem}.`, {
    next: provider === 'acp' ? probe.repairWith(installed) : `Run: ${probe.repairWith(installed)}`,
  })
}
