/** Says whose agents get none of what the config trusts. Pure. */
import { providersWithExtensions } from '@harness/core/kernel/provider-name'
import type { AgentConfig } from '@harness/formats/config/harness-config'
import { providersOf } from './user-servers.ts'

/** Null if there is nothing to say. */
export function unusedExtensions(agent: AgentConfig): string | null {
  const names = Object.values(agent.trust).flat()
  const without = providersOf(agent).filter((one) => !providersWithExtensions.includes(one))
  return names.length === 0 || without.length === 0
    ? null
    : `agents of ${without.join(' and ')} get no skills, commands or tool servers: agent.trust has no effect on them`
}
