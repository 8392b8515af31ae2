/** What the workflow's own effects may touch. */
import type { AgentPorts } from '../../effects/agents/port/agent-ports.ts'
import type { LanePorts } from '../../effects/lanes/lane-ports.ts'

export type PatchPorts = LanePorts &
  Pick<AgentPorts, 'secrets' | 'fixtures' | 'rules' | 'planDir' | 'isReserved'>

export type CommitPorts = LanePorts & Pick<AgentPorts, 'redact'>
