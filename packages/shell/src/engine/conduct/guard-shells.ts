/** Refuses a run if an agent that must start and use the product cannot do that on this machine. */
import { join } from 'node:path'
import { selectProvider } from '@harness/agent-runner/providers/select-provider'
import { type AgentShell, wholeShell } from '@harness/agent-runner/runner/agent-shell'
import { withAbsolutePath } from '@harness/agent-runner/runner/program-path'
import type { ModelTier } from '@harness/core/kernel/agent'
import type { KnownRole } from '@harness/core/kernel/playbook-identity'
import type { ProviderName } from '@harness/core/kernel/provider-name'
import { UserError } from '@harness/core/kernel/user-error'
import { roleAgent } from '@harness/formats/config/role-agent'
import { allowedEnvironment } from '../../machine/process/environment.ts'
import type { RunOutside } from './run-outside.ts'
import { realAgents } from './run-ports.ts'
import { runSandbox } from './run-sandbox.ts'

/** `tiers` are those of the roles that the run may send. */
export async function guardShells(
  outside: RunOutside,
  roles: readonly KnownRole[],
  tiers: Readonly<Record<string, ModelTier>>,
): Promise<void> {
  const { agent } = outside.config
  const using = roles.flatMap(({ role, copy }) => (copy === true ? [role] : []))
  for (const role of using) {
    const tier = tiers[role]
    if (tier === undefined) continue
    const { provider } = roleAgent(agent, role, tier)
    const { runsCommands, hasLoopback, missing } = await shellOf(provider, outside)
    if (runsCommands && hasLoopback) continue
    throw new UserError(
      'product-unusable',
      `The ${role} must start the product and use it, and the provider ${provider} cannot do that on this machine: ${missing}`,
      {
        next: `See what the sandbox lacks: harness doctor; or name another provider in agent.roles.${role}.`,
      },
    )
  }
}

/** The harness itself runs the commands of scripted agents. */
async function shellOf(name: ProviderName, outside: RunOutside): Promise<AgentShell> {
  if (name === 'scripted') return wholeShell('cell', true)
  const sandbox = await runSandbox(outside)
  // No turn is run: nothing is written there.
  const provider = selectProvider(name, {
    scripted: null,
    ...realAgents(outside, sandbox, join(outside.stateDir, 'runs')),
  })
  const { environment, config } = outside
  const env = withAbsolutePath(allowedEnvironment(environment, config.agent.env, {}))
  return (await provider.shellHere?.('exec', env)) ?? wholeShell('cell', true)
}
