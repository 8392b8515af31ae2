/** Puts together what an agent is given of the run's trusted skills, commands and tool servers, and what it is told of them. */
import { agentExtensions } from '@harness/agent-runner/runner/confine'
import type { AgentExtensions } from '@harness/agent-runner/runner/extensions'
import type { AgentRequest, Provider } from '@harness/agent-runner/runner/provider'
import type { RunAgent } from '@harness/core/effects/run-agent'
import type { Slice } from '@harness/core/kernel/envelope'
import { extensionsSlice } from '@harness/formats/documents/extensions/extensions-slice'
import { withVariables } from '@harness/formats/documents/extensions/tool-server'
import type { AgentPorts } from '../port/agent-ports.ts'
import { getsExtensions, type KeptExtensions, keptExtensions } from './kept-extensions.ts'

type ExtensionPorts = Pick<AgentPorts, 'runDir' | 'sandbox' | 'trust' | 'environment'>

/** Null if there are none, or the agent can use none. */
async function usable(
  command: Pick<RunAgent, 'mode'>,
  provider: Pick<Provider, 'capabilities'>,
  { runDir, trust, environment }: ExtensionPorts,
): Promise<KeptExtensions | null> {
  if (trust === undefined || !getsExtensions(command, provider)) return null
  return keptExtensions(runDir, trust, environment)
}

const seenAt = ({ folder }: KeptExtensions, { sandbox }: ExtensionPorts): string =>
  sandbox.kind === 'bubblewrap' ? agentExtensions : folder

/** What the agent's program is handed. Variables in it are those that the agent has. */
export async function extensionsOfCall(
  command: Pick<RunAgent, 'mode'>,
  provider: Pick<Provider, 'capabilities'>,
  env: AgentRequest['env'],
  ports: ExtensionPorts,
): Promise<AgentExtensions | null> {
  const kept = await usable(command, provider, ports)
  if (kept === null) return null
  const { folder, skills, commands, servers } = kept
  return {
    folder,
    seenAt: seenAt(kept, ports),
    skills,
    commands,
    servers: Object.fromEntries(
      Object.entries(servers).map(([name, server]) => [name, withVariables(server, env)]),
    ),
  }
}

/** What the agent is told, if its program does not tell it. */
export async function extensionSlices(
  command: Pick<RunAgent, 'mode'>,
  provider: Pick<Provider, 'capabilities'>,
  ports: ExtensionPorts,
): Promise<readonly Slice[]> {
  if (provider.capabilities.extensions !== 'reads') return []
  const kept = await usable(command, provider, ports)
  const slice = kept === null ? null : extensionsSlice(kept.described, seenAt(kept, ports))
  return slice === null ? [] : [slice]
}
