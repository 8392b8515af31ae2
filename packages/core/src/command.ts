import type { AgentLimits, AgentMode, ModelTier } from './agent.ts'
import type { Check } from './check.ts'
import type { Slice } from './envelope.ts'
import type { Gate } from './gate.ts'
import type { CommandId, CommitHash, LaneName, TreeHash } from './ids.ts'

/** Everything a playbook can want done. Each command ends in exactly one of the events named beside it. */
export type Command =
  | OpenLane
  | RunAgent
  | RunChecks
  | SyncLane
  | MergeLane
  | CompletePlan
  | CloseLane
  | AskHuman
  | WakeAt
  | Freeze

interface CommandBase {
  readonly id: CommandId
}

/** → LaneOpened | CommandFailed. Opened twice it is the same lane. */
export interface OpenLane extends CommandBase {
  readonly type: 'OpenLane'
  readonly lane: LaneName
  readonly branch: string
  readonly baseBranch: string
}

/** → AgentFinished | AgentFailed | ContractBroken | CommandFailed. */
export interface RunAgent extends CommandBase {
  readonly type: 'RunAgent'
  readonly role: string
  readonly mode: AgentMode
  readonly tier: ModelTier
  readonly lane: LaneName
  /** The lane is put back to this commit before the agent begins. */
  readonly startCommit: CommitHash
  readonly slices: readonly Slice[]
  /** Name of the output contract the answer must satisfy; null where any text will do. */
  readonly contract: string | null
  /** What the lane's new commit says; null where the role must not change anything. */
  readonly commitMessage: string | null
  readonly limits: AgentLimits
}

/** → ChecksFinished | CommandFailed. */
export interface RunChecks extends CommandBase {
  readonly type: 'RunChecks'
  readonly lane: LaneName
  readonly commit: CommitHash
  readonly tree: TreeHash
  readonly checks: readonly Check[]
}

/** Brings the base branch into the lane. → LaneSynced | SyncConflicted | CommandFailed. */
export interface SyncLane extends CommandBase {
  readonly type: 'SyncLane'
  readonly lane: LaneName
  readonly startCommit: CommitHash
  readonly baseBranch: string
}

/** Puts exactly `tree` on the base branch, which must still be at `baseCommit`. → LaneMerged | MergeRefused | CommandFailed. */
export interface MergeLane extends CommandBase {
  readonly type: 'MergeLane'
  readonly lane: LaneName
  readonly branch: string
  readonly commit: CommitHash
  readonly tree: TreeHash
  readonly baseBranch: string
  readonly baseCommit: CommitHash
  readonly message: string
}

/** Moves a delivered plan's file to its completed place on the base branch. → PlanCompleted | MergeRefused | CommandFailed. */
export interface CompletePlan extends CommandBase {
  readonly type: 'CompletePlan'
  readonly planId: string
  readonly from: string
  readonly to: string
  readonly baseBranch: string
  readonly message: string
}

/** → LaneClosed | CommandFailed. Removes only what is proven merged; keeps anything else. */
export interface CloseLane extends CommandBase {
  readonly type: 'CloseLane'
  readonly lane: LaneName
  readonly branch: string
  readonly baseBranch: string
}

/** → GateAnswered. Stays open until a person answers, over any number of restarts. */
export interface AskHuman extends CommandBase {
  readonly type: 'AskHuman'
  readonly gate: Gate
}

/** → TimerFired. */
export interface WakeAt extends CommandBase {
  readonly type: 'WakeAt'
  readonly at: number
  readonly why: string
}

/** Refuses all further work in this repository until a person unfreezes it. → Frozen. */
export interface Freeze extends CommandBase {
  readonly type: 'Freeze'
  readonly reason: string
}
