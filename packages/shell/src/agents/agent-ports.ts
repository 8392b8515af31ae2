/** Everything that running an agent asks of the outside; built once per run. */
import type { OutputContract } from '@harness/agent-runner/output-contract'
import type { AgentEvent, Provider } from '@harness/agent-runner/provider'
import type { RunAgent } from '@harness/core/command'
import type { AgentOutput } from '@harness/core/event'
import type { CommandId } from '@harness/core/ids'
import type { LanePorts } from '../lanes/lane-ports.ts'
import type { Redactor } from '../redaction/redactor.ts'

/** Role overrides are read in `repoRoot`, recordings go to `calls/` in `runDir`. */
export interface AgentPorts extends LanePorts {
  /** Where the product's own role texts lie. */
  readonly rolesDir: string
  /** Names of environment variables that agents get to see beside what every program sees. */
  readonly agentEnv: readonly string[]
  readonly redact: Redactor
  agentFor(command: Pick<RunAgent, 'id' | 'role' | 'tier'>): RoleAgent
  contract(name: string | null): OutputContract<AgentOutput>
  /** Hears what agents do while they do it, already redacted. */
  onEvent?(command: CommandId, event: AgentEvent): void
}

export interface RoleAgent {
  readonly provider: Provider
  readonly model: string | null
}
