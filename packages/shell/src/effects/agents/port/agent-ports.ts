/** Everything that running an agent asks of the outside; built once per run. */
import type { AgentEvent, Provider } from '@harness/agent-runner/runner/provider'
import type { RunAgent } from '@harness/core/effects/run-agent'
import type { EffortLevel } from '@harness/core/kernel/agent'
import type { OwnFiles } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'
import type { Rules } from '@harness/core/work/suspicions'
import type { Contract } from '@harness/formats/answers/contract'
import type { TrustedNames } from '@harness/formats/config/harness-config'
import type { Secret } from '../../../machine/redaction/literal-forms.ts'
import type { Redactor } from '../../../machine/redaction/redactor.ts'
import type { LanePorts } from '../../lanes/lane-ports.ts'

/** Context drops are read in `repoRoot`, recordings go to `calls/` in `runDir`. */
export interface AgentPorts extends LanePorts {
  /** The folder of the product's own role texts. */
  readonly rolesDir: string
  /** What the run keeps to of the repository's own; absent if it is read with each call. */
  readonly own?: OwnFiles
  /** What an agent's change is held against. */
  readonly rules: Rules
  /** The branch that lanes begin from. */
  readonly baseBranch: string
  /** Where active plans lie, relative to the top of the repository: agents may not touch them. */
  readonly planDir: string
  /** Files that belong to the run itself or to people alone; absent if only plans do. */
  isReserved?(path: string): boolean
  /** Where people leave context for agents, relative to the same. */
  readonly contextDir: string
  /** What of the run's skills, commands and tool servers the config trusts by name; absent if agents get none. */
  readonly trust?: TrustedNames
  /** Whether agents are told AGENTS.md and CLAUDE.md of the commit that they start from; absent if not. */
  readonly conventions?: boolean
  /** Names of environment variables that agents get to see beside what every program sees. */
  readonly agentEnv: readonly string[]
  readonly redact: Redactor
  /** Values that must get into no commit. */
  readonly secrets: readonly Secret[]
  /** Files and folders in which commits may hold made-up tokens; absent if there are none. */
  readonly fixtures?: readonly string[]
  agentFor(command: Pick<RunAgent, 'id' | 'role' | 'tier' | 'models'>): RoleAgent
  contract(name: string | null): Contract
  /** The command that starts the product, for agents that use it in a copy; absent or null if the config names none. */
  readonly productStart?: string | null
  /** The version of the playbook: a recorded outcome of another version may have another form. */
  readonly playbookVersion?: number | undefined
  /** Hears what agents do while they do it, already redacted. */
  onEvent?: OnAgentEvent
}

/** Hears one agent call. */
export type OnAgentEvent = (call: NamedCall, event: AgentEvent) => void

export interface NamedCall {
  readonly command: CommandId
  readonly role: string
}

export interface RoleAgent {
  readonly provider: Provider
  readonly model: string | null
  /** Absent or null if the provider chooses. */
  readonly effort?: EffortLevel | null
}
