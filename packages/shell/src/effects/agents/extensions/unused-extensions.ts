/** Says whose agents get none of what the config trusts. Pure. */
import { providersWithExtensions } from '@harness/core/kernel/provider-name'
import type { AgentConfig } from '@harness/formats/config/harness-config'

/** Null if there is nothing to say. */
export function unusedExtensions({ trust, provider, roles }: AgentConfig): string | null {
  const names = Object.values(trust).flat()
  const used = [provider, ...Object.values(roles).flatMap((role) => role.provider ?? [])]
  const without = [...new Set(used)].filter((one) => !providersWithExtensions.includes(one))
  return names.length === 0 || without.length === 0
    ? null
    : `agents of ${without.join(' and ')} get no skills, commands or tool servers: agent.trust has no effect on them`
}
