import type { AskHuman, GateAnswered } from '@harness/core/effects/ask-human'
import type { AwaitCi, CiReported } from '@harness/core/effects/await-ci'
import type { CaptureUi, UiCaptured, UiNotCaptured } from '@harness/core/effects/capture-ui'
import type { CloseLane, LaneClosed } from '@harness/core/effects/close-lane'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { CompletePlan, PlanCompleted } from '@harness/core/effects/complete-plan'
import type { ForgeFailed } from '@harness/core/effects/forge-failed'
import type { Freeze, Frozen } from '@harness/core/effects/freeze'
import type { ChangeMeasured, MeasureChange } from '@harness/core/effects/measure-change'
import type { LaneMerged, MergeLane, MergeRefused } from '@harness/core/effects/merge-lane'
import type { MergePull } from '@harness/core/effects/merge-pull'
import type { Notified, Notify } from '@harness/core/effects/notify'
import type { LaneOpened, OpenLane } from '@harness/core/effects/open-lane'
import type { OpenPull, PullClosed, PullOpened } from '@harness/core/effects/open-pull'
import type { PlanRead, ReadPlan } from '@harness/core/effects/read-plan'
import type { AgentFailed, ContractBroken } from '@harness/core/effects/run-agent'
import type { ChecksFinished, RunChecks } from '@harness/core/effects/run-checks'
import type { HookRan, RunHook } from '@harness/core/effects/run-hook'
import type { SmokeTest, SmokeTested } from '@harness/core/effects/smoke-test'
import type { BaseRewritten, LaneSynced, SyncConflicted, SyncLane } from '@harness/core/effects/sync-lane'
import type { TimerFired, WakeAt } from '@harness/core/effects/wake-at'
import type { AgentFinished, RunAgent } from '@harness/core/playbooks/every-effect'
import type { HandbookRead, ReadHandbook } from '@harness/core/playbooks/handbook/read-handbook'
import type { BoxTicked, TickBox, TickRefused } from '@harness/core/playbooks/handbook/tick-box'
import type {
  HandbookRefused,
  HandbookWritten,
  WriteHandbook,
} from '@harness/core/playbooks/handbook/write-handbook'
import type { MissionRead, ReadMission } from '@harness/core/playbooks/mission/read-mission'
import type { DocumentsWritten, WriteDocuments } from '@harness/core/playbooks/mission/write-documents'
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
