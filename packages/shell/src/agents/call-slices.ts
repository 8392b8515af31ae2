/** All that an agent is told: its role's text, what the playbook has to say, and the context that people left. */
import type { RunAgent } from '@harness/core/command'
import type { Slice } from '@harness/core/envelope'
import type { ContextUse } from '@harness/core/event'
import type { AgentPorts } from './agent-ports.ts'
import { contextOf } from './context-of.ts'
import { ownFilesIn } from './own-files.ts'
import { roleText } from './role-text.ts'

export async function callSlices(
  command: RunAgent,
  ports: AgentPorts,
): Promise<{ readonly slices: readonly Slice[]; readonly uses: readonly ContextUse[] }> {
  const { roles } = ports.own ?? (await ownFilesIn(ports.repoRoot))
  const { text } = await roleText(command.role, ports.rolesDir, roles)
  const { slices, uses } = await contextOf(command, ports)
  const role: Slice = { label: `Role: ${command.role}`, stability: 'product', text }
  return { slices: [role, ...command.slices, ...slices], uses }
}
