/** One agent call on its way: its command, its lane and its recording. */
import type { AgentCallResult } from '@harness/agent-runner/runner/run-agent'
import type {
  AgentFailed,
  AgentFinished,
  ContextUse,
  ContractBroken,
  RunAgent,
} from '@harness/core/effects/run-agent'
import type { Slice } from '@harness/core/kernel/envelope'
import type { LaneRecord } from '../../lanes/lane-record.ts'
import type { AgentPorts, RoleAgent } from '../port/agent-ports.ts'
import type { CallRecording } from './call-recording.ts'

export interface AgentCall {
  readonly command: RunAgent
  readonly lane: LaneRecord
  readonly agent: RoleAgent
  /** The role's own text, what the playbook has to say, and the context that people left. */
  readonly slices: readonly Slice[]
  readonly context: readonly ContextUse[]
  readonly recording: CallRecording
  readonly ports: AgentPorts
}

export type AgentAnswer = AgentCallResult<unknown>
export type AgentOutcome = AgentFinished | AgentFailed | ContractBroken
