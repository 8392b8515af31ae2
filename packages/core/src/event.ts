import type { AgentError, Spending } from './agent.ts'
import type { Command } from './command.ts'
import type { Evidence } from './evidence.ts'
import type { ExitCode } from './exit-code.ts'
import type { Finding } from './finding.ts'
import type { GateAnswer } from './gate.ts'
import type { CommandId, CommitHash, LaneName, RunId, TreeHash } from './ids.ts'

/** What happened. `at` is milliseconds since the epoch: time is data. */
export type Event = RunStarted | CommandIssued | RunInterrupted | RunResumed | RunEnded | Outcome

/** The events a command can end in; each names the command it ends. */
export type Outcome =
  | LaneOpened
  | AgentFinished
  | AgentFailed
  | ContractBroken
  | ChecksFinished
  | LaneSynced
  | SyncConflicted
  | LaneMerged
  | MergeRefused
  | PlanCompleted
  | LaneClosed
  | GateAnswered
  | TimerFired
  | Frozen
  | CommandFailed

interface EventBase {
  readonly at: number
}

export interface RunStarted extends EventBase {
  readonly type: 'RunStarted'
  readonly runId: RunId
  readonly playbook: string
  readonly playbookVersion: number
  readonly input: unknown
}

export interface CommandIssued extends EventBase {
  readonly type: 'CommandIssued'
  readonly command: Command
}

/** The process let go of the run; commands without an outcome are taken up again on resume. */
export interface RunInterrupted extends EventBase {
  readonly type: 'RunInterrupted'
  readonly reason: 'signal' | 'stopped' | 'frozen'
  /** What cancelled agent calls had cost by then. */
  readonly spent: readonly { readonly commandId: CommandId; readonly spending: Spending }[]
}

export interface RunResumed extends EventBase {
  readonly type: 'RunResumed'
  /** The phase after which the run pauses again; null to go on to the end. */
  readonly until: string | null
}

/** How a run ends, or pauses where `resumable`. */
export interface RunEnd {
  readonly outcome: 'done' | 'halted' | 'blocked' | 'paused'
  readonly exitCode: ExitCode
  readonly reason: string
  /** What the operator can do now. */
  readonly next: string
  readonly resumable: boolean
  /** Markdown for the run's report: findings, evidence, what was tried. */
  readonly report: string
}

export interface RunEnded extends EventBase {
  readonly type: 'RunEnded'
  readonly end: RunEnd
}

interface OutcomeBase extends EventBase {
  readonly commandId: CommandId
}

export interface LaneOpened extends OutcomeBase {
  readonly type: 'LaneOpened'
  readonly lane: LaneName
  readonly path: string
  readonly branch: string
  readonly baseCommit: CommitHash
  readonly commit: CommitHash
  readonly tree: TreeHash
}

/** What an agent said, already held against its contract. */
export type AgentOutput =
  | { readonly kind: 'text' }
  | { readonly kind: 'review'; readonly findings: readonly Finding[]; readonly sentinel: boolean }

export interface AgentFinished extends OutcomeBase {
  readonly type: 'AgentFinished'
  readonly role: string
  readonly text: string
  readonly output: AgentOutput
  readonly spending: Spending
  readonly providerSession: string | null
  readonly commit: CommitHash
  readonly tree: TreeHash
  readonly changedFiles: readonly string[]
  /** A role without write permission changed these files; the change was set aside and the answer is void. */
  readonly violation: { readonly files: readonly string[]; readonly patch: string } | null
}

export interface AgentFailed extends OutcomeBase {
  readonly type: 'AgentFailed'
  readonly role: string
  readonly error: AgentError
  readonly spending: Spending
}

export interface ContractBroken extends OutcomeBase {
  readonly type: 'ContractBroken'
  readonly role: string
  readonly contract: string
  readonly problems: readonly string[]
  readonly text: string
  readonly spending: Spending
}

export interface ChecksFinished extends OutcomeBase {
  readonly type: 'ChecksFinished'
  readonly tree: TreeHash
  readonly evidence: readonly Evidence[]
}

export interface LaneSynced extends OutcomeBase {
  readonly type: 'LaneSynced'
  readonly baseCommit: CommitHash
  readonly commit: CommitHash
  readonly tree: TreeHash
}

export interface SyncConflicted extends OutcomeBase {
  readonly type: 'SyncConflicted'
  readonly baseCommit: CommitHash
  readonly files: readonly string[]
}

export interface LaneMerged extends OutcomeBase {
  readonly type: 'LaneMerged'
  readonly commit: CommitHash
  readonly tree: TreeHash
}

export interface MergeRefused extends OutcomeBase {
  readonly type: 'MergeRefused'
  readonly reason: 'base-moved' | 'checkout-in-the-way' | 'tree-differs'
  readonly detail: string
}

export interface PlanCompleted extends OutcomeBase {
  readonly type: 'PlanCompleted'
  readonly path: string
  readonly commit: CommitHash
}

export interface LaneClosed extends OutcomeBase {
  readonly type: 'LaneClosed'
  /** Why the lane or its branch was kept; null where both are gone. */
  readonly kept: string | null
}

export interface GateAnswered extends OutcomeBase {
  readonly type: 'GateAnswered'
  readonly answer: GateAnswer
}

export interface TimerFired extends OutcomeBase {
  readonly type: 'TimerFired'
}

export interface Frozen extends OutcomeBase {
  readonly type: 'Frozen'
  readonly reason: string
}

/** An adapter could not do it (disk full, lane gone, git refused); nothing is half done. */
export interface CommandFailed extends OutcomeBase {
  readonly type: 'CommandFailed'
  readonly code: string
  readonly detail: string
  readonly next: string
}

export const isOutcome = (event: Event): event is Outcome => 'commandId' in event
