/** What the workflow's own effects may touch. */
import type { WorkflowTexts } from '@harness/formats/documents/workflow/words/texts'
import type { AgentPorts } from '../../effects/agents/port/agent-ports.ts'
import type { LanePorts } from '../../effects/lanes/lane-ports.ts'

/** The words of the run's language. */
export interface Spoken {
  readonly words: WorkflowTexts
}

export type PatchPorts = LanePorts &
  Spoken &
  Pick<AgentPorts, 'secrets' | 'fixtures' | 'rules' | 'planDir' | 'isReserved'>

export type CommitPorts = LanePorts & Spoken & Pick<AgentPorts, 'redact'>

export type CleanUpPorts = LanePorts & Spoken
