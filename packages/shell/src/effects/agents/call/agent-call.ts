/** One agent call on its way: its command, its lane and its recording. */
import type { AgentResult } from '@harness/agent-runner/runner/provider'
import type { AgentCallResult } from '@harness/agent-runner/runner/run-agent'
import type {
  AgentFailed,
  AgentFinished,
  ContextUse,
  ContractBroken,
  RunAgent,
} from '@harness/core/effects/run-agent'
import type { AgentMode } from '@harness/core/kernel/agent'
import type { Slice } from '@harness/core/kernel/envelope'
import type { LaneRecord } from '../../lanes/lane-record.ts'
import type { PutBack } from '../../lanes/put-back.ts'
import type { AgentPorts, RoleAgent } from '../port/agent-ports.ts'
import type { Telling } from '../sessions/session-telling.ts'
import type { CallRecording } from './call-recording.ts'

export interface AgentCall {
  readonly command: RunAgent
  readonly lane: LaneRecord
  /** The folder that the agent works in: the lane, or a copy of it. */
  readonly place: LaneRecord
  readonly agent: RoleAgent
  /** The role's own text, what the playbook has to say, and the context that people left. */
  readonly slices: readonly Slice[]
  /** Pictures that its session has not seen yet. */
  readonly images: readonly string[] | undefined
  readonly context: readonly ContextUse[]
  /** What of it the agent is told now, and in which session. */
  readonly telling: Telling
  readonly recording: CallRecording
  /** What an earlier attempt came to that nothing recorded; empty if the agent is asked. */
  readonly answered: readonly AgentResult[]
  /** What that attempt had changed, although it may only read; null if it is not known. */
  readonly strayed: PutBack | null
  readonly ports: AgentPorts
}

/** What the agent may do: anything in a copy. */
export const modeThere = ({ mode, copy }: RunAgent): AgentMode => (copy === true ? 'exec' : mode)

export type AgentAnswer = AgentCallResult<unknown>
export type AgentOutcome = AgentFinished | AgentFailed | ContractBroken
