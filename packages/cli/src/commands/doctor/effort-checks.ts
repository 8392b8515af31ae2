/** Says which effort of the config an agent does not take. */
import type { AskedEffort, ProviderProbe } from '@harness/agent-runner/runner/provider-probe'
import type { ProviderName } from '@harness/core/kernel/provider-name'
import { defaultTiers } from '@harness/core/playbooks/delivery/input'
import type { AgentConfig } from '@harness/formats/config/harness-config'
import { roleAgent } from '@harness/formats/config/role-agent'
import { type Diagnosis, warn } from '../../line/diagnosis.ts'

export async function effortChecks(
  id: string,
  agent: AgentConfig,
  provider: ProviderName,
  probe: ProviderProbe,
): Promise<readonly Diagnosis[]> {
  const installed = probe.installed()
  if (installed === null || probe.effortProblem === undefined) return []
  const problems = new Set<string>()
  for (const asked of askedEfforts(agent, provider)) {
    const problem = await probe.effortProblem(installed, asked)
    if (problem !== null) problems.add(problem)
  }
  return [...problems].map((problem) =>
    warn(
      id,
      `${problem}; its agents work with its own`,
      'Remove agent.effort, or set it in the agent’s own settings.',
    ),
  )
}

/** Each once. */
function askedEfforts(agent: AgentConfig, provider: ProviderName): readonly AskedEffort[] {
  const asked = Object.entries(defaultTiers).flatMap(([role, tier]) => {
    const { provider: own, model, effort } = roleAgent(agent, role, tier)
    return own === provider && effort !== null
      ? [[JSON.stringify([model, effort]), { model, effort }] as const]
      : []
  })
  return [...new Map(asked).values()]
}
