import type {
  AskHuman,
  AwaitCi,
  CaptureUi,
  CloseLane,
  CompletePlan,
  Freeze,
  MeasureChange,
  MergeLane,
  MergePull,
  Notify,
  OpenLane,
  OpenPull,
  ReadHandbook,
  ReadMission,
  ReadPlan,
  RunAgent,
  RunChecks,
  RunHook,
  SmokeTest,
  SyncLane,
  TickBox,
  WakeAt,
  WriteDocuments,
  WriteHandbook,
} from '@harness/core/effects/command'
import type {
  AgentFailed,
  AgentFinished,
  BaseRewritten,
  BoxTicked,
  ChangeMeasured,
  ChecksFinished,
  CiReported,
  CommandFailed,
  ContractBroken,
  DocumentsWritten,
  ForgeFailed,
  Frozen,
  GateAnswered,
  HandbookRead,
  HandbookRefused,
  HandbookWritten,
  HookRan,
  LaneClosed,
  LaneMerged,
  LaneOpened,
  LaneSynced,
  MergeRefused,
  MissionRead,
  Notified,
  PlanCompleted,
  PlanRead,
  PullClosed,
  PullOpened,
  SmokeTested,
  SyncConflicted,
  TickRefused,
  TimerFired,
  UiCaptured,
  UiNotCaptured,
} from '@harness/core/effects/event'
import type { Attempt } from '../../effects/failure/attempt.ts'

/**
 * Everything the engine may ask of the outside: one function per command, each ending in one event. Expected failure
 * is an event; only a broken invariant throws. Every function is safe to call again with the same command after a
 * crash, and says in its own file how.
 */
export interface Adapters {
  openLane(command: OpenLane, attempt: Attempt): Promise<LaneOpened | ForgeFailed | CommandFailed>
  runAgent(
    command: RunAgent,
    attempt: Attempt,
  ): Promise<AgentFinished | AgentFailed | ContractBroken | CommandFailed>
  runChecks(command: RunChecks, attempt: Attempt): Promise<ChecksFinished | CommandFailed>
  captureUi(command: CaptureUi, attempt: Attempt): Promise<UiCaptured | UiNotCaptured | CommandFailed>
  readPlan(command: ReadPlan, attempt: Attempt): Promise<PlanRead | CommandFailed>
  readHandbook(command: ReadHandbook, attempt: Attempt): Promise<HandbookRead | CommandFailed>
  tickBox(command: TickBox, attempt: Attempt): Promise<BoxTicked | TickRefused | CommandFailed>
  measureChange(command: MeasureChange, attempt: Attempt): Promise<ChangeMeasured | CommandFailed>
  writeHandbook(
    command: WriteHandbook,
    attempt: Attempt,
  ): Promise<HandbookWritten | HandbookRefused | CommandFailed>
  readMission(command: ReadMission, attempt: Attempt): Promise<MissionRead | ForgeFailed | CommandFailed>
  writeDocuments(command: WriteDocuments, attempt: Attempt): Promise<DocumentsWritten | CommandFailed>
  smokeTest(command: SmokeTest, attempt: Attempt): Promise<SmokeTested | CommandFailed>
  runHook(command: RunHook, attempt: Attempt): Promise<HookRan>
  notify(command: Notify, attempt: Attempt): Promise<Notified>
  syncLane(
    command: SyncLane,
    attempt: Attempt,
  ): Promise<LaneSynced | SyncConflicted | BaseRewritten | ForgeFailed | CommandFailed>
  mergeLane(command: MergeLane, attempt: Attempt): Promise<LaneMerged | MergeRefused | CommandFailed>
  openPull(
    command: OpenPull,
    attempt: Attempt,
  ): Promise<PullOpened | PullClosed | LaneMerged | MergeRefused | ForgeFailed | CommandFailed>
  awaitCi(
    command: AwaitCi,
    attempt: Attempt,
  ): Promise<CiReported | PullClosed | LaneMerged | ForgeFailed | CommandFailed>
  mergePull(
    command: MergePull,
    attempt: Attempt,
  ): Promise<LaneMerged | MergeRefused | PullClosed | ForgeFailed | CommandFailed>
  completePlan(
    command: CompletePlan,
    attempt: Attempt,
  ): Promise<PlanCompleted | MergeRefused | ForgeFailed | CommandFailed>
  closeLane(command: CloseLane, attempt: Attempt): Promise<LaneClosed | CommandFailed>
  askHuman(command: AskHuman, attempt: Attempt): Promise<GateAnswered>
  wakeAt(command: WakeAt, attempt: Attempt): Promise<TimerFired>
  freeze(command: Freeze, attempt: Attempt): Promise<Frozen | CommandFailed>
}
