/** Owns what can happen in a run: what every run has, and the one outcome that each command ends in. */
import type { Spending } from '../kernel/agent.ts'
import type { ExitCode } from '../kernel/exit-code.ts'
import type { GateAnswer } from '../kernel/gate.ts'
import type { CommandId, RunId } from '../kernel/ids.ts'
import type { AgentFailed, AgentFinished, ContractBroken } from './agent-events.ts'
import type { Command } from './command.ts'
import type {
  CiReported,
  ForgeFailed,
  PlanCompleted,
  PlanRead,
  PullClosed,
  PullOpened,
} from './delivery-events.ts'
import type { EventBase, OutcomeBase } from './event-base.ts'
import type {
  BoxTicked,
  HandbookRead,
  HandbookRefused,
  HandbookWritten,
  TickRefused,
} from './handbook-events.ts'
import type {
  BaseRewritten,
  ChangeMeasured,
  ChecksFinished,
  LaneClosed,
  LaneMerged,
  LaneOpened,
  LaneSynced,
  MergeRefused,
  SyncConflicted,
  UiCaptured,
  UiNotCaptured,
} from './lane-events.ts'
import type { DocumentsWritten, HookRan, MissionRead, Notified, SmokeTested } from './mission-events.ts'

export type * from './agent-events.ts'
export type * from './delivery-events.ts'
export type * from './handbook-events.ts'
export type * from './lane-events.ts'
export type * from './mission-events.ts'
export type * from './reread.ts'

/** What happened. `at` is milliseconds since the epoch: time is data. */
export type Event = RunStarted | CommandIssued | RunInterrupted | RunResumed | RunEnded | Outcome

/** The events a command can end in; each names the command it ends. */
export type Outcome =
  | LaneOpened
  | AgentFinished
  | AgentFailed
  | ContractBroken
  | ChecksFinished
  | UiCaptured
  | UiNotCaptured
  | PlanRead
  | HandbookRead
  | BoxTicked
  | TickRefused
  | ChangeMeasured
  | HandbookWritten
  | HandbookRefused
  | MissionRead
  | DocumentsWritten
  | SmokeTested
  | HookRan
  | Notified
  | LaneSynced
  | SyncConflicted
  | BaseRewritten
  | LaneMerged
  | MergeRefused
  | PullOpened
  | CiReported
  | PullClosed
  | ForgeFailed
  | PlanCompleted
  | LaneClosed
  | GateAnswered
  | TimerFired
  | Frozen
  | CommandFailed

export interface RunStarted extends EventBase {
  readonly type: 'RunStarted'
  readonly runId: RunId
  readonly playbook: string
  readonly playbookVersion: number
  readonly input: unknown
  /** What the run keeps to of the repository's own; absent in journals of before. */
  readonly own?: OwnFiles
}

/** What lies in a repository's `.harness/` and speaks or runs for it, as it was when the run began. */
export interface OwnFiles {
  /** The texts of roles, by role. */
  readonly roles: Readonly<Record<string, string>>
  /** A mark of the content of each hook, by its name. */
  readonly hooks: Readonly<Record<string, string>>
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
  /** How far it may go from now on, where people have said so since; absent where nobody has. */
  readonly limits?: { readonly maxIterations: number; readonly timeoutMinutes: number }
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
