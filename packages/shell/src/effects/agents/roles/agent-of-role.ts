/** Says which provider and model serve a role, as the config has it. */

import { type ProviderOptions, selectProvider } from '@harness/agent-runner/providers/select-provider'
import type { RunAgent } from '@harness/core/effects/run-agent'
import type { AgentConfig } from '@harness/formats/config/harness-config'
import { roleAgent } from '@harness/formats/config/role-agent'
import type { RoleAgent } from '../port/agent-ports.ts'

export const agentOfRole =
  (config: AgentConfig, options: ProviderOptions) =>
  ({ role, tier, models }: Pick<RunAgent, 'role' | 'tier' | 'models'>): RoleAgent => {
    const { provider, model, effort } = roleAgent(config, role, tier, models)
    return { provider: selectProvider(provider, options), model, effort }
  }
