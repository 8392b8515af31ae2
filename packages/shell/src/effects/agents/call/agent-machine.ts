/** Finds out what an agent may do on this machine: its slice, and what is to be told of what it cannot do. */
import { wholeShell } from '@harness/agent-runner/runner/agent-shell'
import { withAbsolutePath } from '@harness/agent-runner/runner/program-path'
import type { RunAgent } from '@harness/core/effects/run-agent'
import type { Slice } from '@harness/core/kernel/envelope'
import { allowedEnvironment } from '../../../machine/process/environment.ts'
import { cleaning } from '../../../machine/redaction/cleaning.ts'
import type { LaneRecord } from '../../lanes/lane-record.ts'
import type { AgentPorts, RoleAgent } from '../port/agent-ports.ts'
import { modeThere } from './agent-call.ts'
import { lackedText, machineText } from './machine-text.ts'

export interface MachineOfCall {
  readonly slice: Slice
  /** Null if the agent can do all that its role allows. */
  readonly lacked: string | null
}

export async function agentMachine(
  command: RunAgent,
  { provider }: RoleAgent,
  lane: LaneRecord,
  ports: AgentPorts,
): Promise<MachineOfCall> {
  const { sandbox, environment, agentEnv, productStart = null } = ports
  const { role, copy } = command
  const mode = modeThere(command)
  const env = withAbsolutePath(allowedEnvironment(environment, agentEnv, {}))
  const shell =
    (await provider.shellHere?.(mode, env)) ?? wholeShell(sandbox.kind === 'none' ? 'nothing' : 'cell', true)
  const machine = {
    mode,
    shell,
    network: sandbox.allowed.network.agents,
    hasPorts: lane.ports.length > 0,
    ...(copy === true ? { copy: { start: productStart } } : {}),
  }
  const lacked = lackedText(role, machine)
  return {
    slice: { label: 'On this machine', stability: 'product', text: machineText(machine) },
    lacked: lacked === null ? null : cleaning(ports.redact)(lacked),
  }
}
