import type {
  AskHuman,
  CloseLane,
  CompletePlan,
  Freeze,
  MergeLane,
  OpenLane,
  RunAgent,
  RunChecks,
  SyncLane,
  WakeAt,
} from '@harness/core/command'
import type {
  AgentFailed,
  AgentFinished,
  ChecksFinished,
  CommandFailed,
  ContractBroken,
  Frozen,
  GateAnswered,
  LaneClosed,
  LaneMerged,
  LaneOpened,
  LaneSynced,
  MergeRefused,
  PlanCompleted,
  SyncConflicted,
  TimerFired,
} from '@harness/core/event'

/** What an adapter may know about the attempt it serves. */
export interface Attempt {
  /** Aborted when the run is asked to let go: the adapter throws within three seconds, or ends with what it has. */
  readonly signal: AbortSignal
  /** The command was issued before and its process died: look up what it did before doing it again. */
  readonly repeated: boolean
}

/**
 * Everything the engine may ask of the outside: one function per command, each ending in one event. Expected failure
 * is an event; only a broken invariant throws. Every function is safe to call again with the same command after a
 * crash, and says in its own file how.
 */
export interface Adapters {
  openLane(command: OpenLane, attempt: Attempt): Promise<LaneOpened | CommandFailed>
  runAgent(
    command: RunAgent,
    attempt: Attempt,
  ): Promise<AgentFinished | AgentFailed | ContractBroken | CommandFailed>
  runChecks(command: RunChecks, attempt: Attempt): Promise<ChecksFinished | CommandFailed>
  syncLane(command: SyncLane, attempt: Attempt): Promise<LaneSynced | SyncConflicted | CommandFailed>
  mergeLane(command: MergeLane, attempt: Attempt): Promise<LaneMerged | MergeRefused | CommandFailed>
  completePlan(command: CompletePlan, attempt: Attempt): Promise<PlanCompleted | MergeRefused | CommandFailed>
  closeLane(command: CloseLane, attempt: Attempt): Promise<LaneClosed | CommandFailed>
  askHuman(command: AskHuman, attempt: Attempt): Promise<GateAnswered>
  wakeAt(command: WakeAt, attempt: Attempt): Promise<TimerFired>
  freeze(command: Freeze, attempt: Attempt): Promise<Frozen | CommandFailed>
}
