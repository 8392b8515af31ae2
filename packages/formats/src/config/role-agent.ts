/** Settles who answers for a role: what the role says, else what its tier says, else what everybody does. */
import type { AgentLimits, EffortLevel, ModelTier } from '@harness/core/kernel/agent'
import type { ProviderName } from '@harness/core/kernel/provider-name'
import type { AgentConfig } from './harness-config.ts'

export interface RoleAgent {
  readonly provider: ProviderName
  /** Null leaves the choice to the provider. */
  readonly model: string | null
  /** Null leaves the choice to the provider. */
  readonly effort: EffortLevel | null
  readonly tier: ModelTier
  readonly limits: AgentLimits
}

/**
 * `tier` is the one the playbook wants for the role, `models` what it wants for this call. The model is the role's own,
 * else the call's, else `agent.model` if the role uses the main provider (another provider would not know the name), else
 * the tier's.
 */
export function roleAgent(
  agent: AgentConfig,
  role: string,
  tier: ModelTier,
  models: Readonly<Record<string, string>> = {},
): RoleAgent {
  const own = Object.hasOwn(agent.roles, role) ? agent.roles[role] : undefined
  const provider = own?.provider ?? agent.provider
  const settledTier = own?.tier ?? tier
  const general = provider === agent.provider ? agent.model : null
  return {
    provider,
    model: own?.model ?? models[provider] ?? general ?? agent.models[provider]?.[settledTier] ?? null,
    effort: own?.effort ?? agent.effort[settledTier] ?? null,
    tier: settledTier,
    limits: {
      wallMs: own?.wallMs ?? agent.limits.wallMs,
      idleMs: own?.idleMs ?? agent.limits.idleMs,
      maxTurns: own?.maxTurns ?? agent.limits.maxTurns,
    },
  }
}
