/** All that an agent is told: its role's text, what it may do on this machine, the repository's conventions, what the playbook has to say and show, and the context that people left. */
import type { ContextUse, RunAgent } from '@harness/core/effects/run-agent'
import type { Slice } from '@harness/core/kernel/envelope'
import { extensionSlices } from '../extensions/extensions-of-call.ts'
import { materialSlices } from '../materials/material-slices.ts'
import type { AgentPorts, RoleAgent } from '../port/agent-ports.ts'
import { contextOf } from '../roles/context-of.ts'
import { conventionsOf } from '../roles/conventions-of.ts'
import { ownFilesIn } from '../roles/own-files.ts'
import { roleText } from '../roles/role-text.ts'
import { answerSlice } from './answer-slice.ts'

export async function callSlices(
  command: RunAgent,
  { provider }: RoleAgent,
  lane: string,
  machine: Slice,
  ports: AgentPorts,
): Promise<{ readonly slices: readonly Slice[]; readonly uses: readonly ContextUse[] }> {
  const { roles } = ports.own ?? (await ownFilesIn(ports.repoRoot, ports.rolesDir))
  const { text } = await roleText(command.role, ports.rolesDir, roles)
  const { slices, uses } = await contextOf(command, ports)
  const role: Slice = { label: `Role: ${command.role}`, stability: 'product', text }
  const conventions = await conventionsOf(command, ports)
  const extensions = await extensionSlices(command, provider, ports)
  const materials = await materialSlices(command, lane, ports)
  const answer = answerSlice(ports.contract(command.contract), provider)
  return {
    slices: [
      role,
      machine,
      ...conventions,
      ...extensions,
      ...command.slices,
      ...materials,
      ...answer,
      ...slices,
    ],
    uses,
  }
}
