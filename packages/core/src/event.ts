import type { AgentError, Spending } from './agent.ts'
import type { Command } from './command.ts'
import type { Evidence } from './evidence.ts'
import type { ExitCode } from './exit-code.ts'
import type { Finding } from './finding.ts'
import type { GateAnswer } from './gate.ts'
import type { Handbook, RuleDocument } from './handbook-document.ts'
import type { CommandId, CommitHash, LaneName, RunId, TreeHash } from './ids.ts'
import type {
  ClaimStatus,
  ContractEntry,
  Feature,
  IssueSeverity,
  MissionFacts,
  MissionMemory,
  PlanVerdict,
  RefusedEdit,
} from './mission-document.ts'
import type { Need } from './need.ts'
import type { PlannedHandbook } from './planned-handbook.ts'

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
  /** What a person should hear of beside it: what was left, kept or moved aside, and where. Decides nothing. */
  readonly notes?: readonly string[]
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
  | { readonly kind: 'need'; readonly need: Need }
  | { readonly kind: 'pull-text'; readonly summary: string; readonly risks: string }
  | { readonly kind: 'verdict'; readonly pass: boolean; readonly failures: readonly string[] }
  | ({ readonly kind: 'prompt-report' } & PromptReport)
  | { readonly kind: 'handbook-plan'; readonly plan: PlannedHandbook }
  | ({ readonly kind: 'mission-plan' } & PlannedMission)
  | { readonly kind: 'plan-review'; readonly verdict: PlanVerdict; readonly notes: readonly string[] }
  | ({ readonly kind: 'mission-work' } & WorkReport)
  | ({ readonly kind: 'validation' } & Validation)
  | ({ readonly kind: 'ruling' } & Ruling)
  | ({ readonly kind: 'curation' } & Curation)
  | ({ readonly kind: 'decision' } & ChosenDecision)

/** What an agent says that was sent to look for something and to mend it. */
export interface PromptReport {
  readonly summary: string
  /** What it found, mended or not; none where there is nothing to find. */
  readonly findings: readonly string[]
}

export interface PlannedMission {
  readonly contract: readonly Pick<ContractEntry, 'id' | 'assertion' | 'verify'>[]
  readonly features: readonly Pick<
    Feature,
    'id' | 'title' | 'summary' | 'description' | 'claims' | 'dependsOn'
  >[]
}

/** What a worker says of its work. */
export interface WorkReport {
  readonly summary: string
  /** What may help others, in other missions too. */
  readonly tricks: readonly string[]
  /** What the spec and the contract leave open, and it could not decide; null where nothing. */
  readonly ambiguity: string | null
}

export interface Validation {
  readonly claims: readonly {
    readonly id: string
    readonly status: Exclude<ClaimStatus, 'TODO'>
    readonly evidence: string
  }[]
  /** What is wrong beside the claims. */
  readonly issues: readonly {
    readonly severity: IssueSeverity
    readonly title: string
    readonly detail: string
  }[]
  readonly ambiguity: string | null
}

/** An architect's decision. */
export interface Ruling {
  /** The claim it is about; null where it is about the feature. */
  readonly claim: string | null
  readonly decision: string
  readonly reason: string
  /** What only a person can decide; null where the decision settles it. */
  readonly question: string | null
}

export interface Curation {
  readonly summary: string
  readonly memory: string
  /** Confirmed tricks that are to become part of the worker's identity, word for word. */
  readonly promote: readonly string[]
}

/** What an agent that orchestrates has decided; whether the state allows it is not its to say. */
export interface ChosenDecision {
  readonly decision: string
  readonly subject: string | null
  readonly reason: string
}

/** Something in the change that a person would want to be asked about: only the plan can call for it. */
export interface Suspicion {
  readonly kind: 'test-removed' | 'test-skipped' | 'check-edited' | 'rules-edited'
  readonly file: string
  readonly detail: string
}

/** What every end of an agent call tells. */
interface AgentOutcomeBase extends OutcomeBase {
  /** The context drops that the agent was told, and those left out, by name and digest; absent where there were none. */
  readonly context?: readonly ContextUse[]
}

export interface ContextUse {
  readonly path: string
  readonly digest: string
  /** Why it was not told; null where it was. */
  readonly leftOut: string | null
}

export interface AgentFinished extends AgentOutcomeBase {
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
  /** In the whole change from the base to `commit`; absent where there is nothing suspicious. */
  readonly suspicions?: readonly Suspicion[]
}

export interface AgentFailed extends AgentOutcomeBase {
  readonly type: 'AgentFailed'
  readonly role: string
  readonly error: AgentError
  readonly spending: Spending
}

export interface ContractBroken extends AgentOutcomeBase {
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

export interface UiCaptured extends OutcomeBase {
  readonly type: 'UiCaptured'
  readonly screens: readonly Screen[]
}

/** A picture of the product. */
export interface Screen {
  readonly route: string
  /** `1440x1000`. */
  readonly viewport: string
  /** Of the run, absolute. */
  readonly file: string
  /** What the browser complained about while it was taken. */
  readonly complaints: readonly string[]
}

export interface UiNotCaptured extends OutcomeBase {
  readonly type: 'UiNotCaptured'
  /** Only `no-browser` says nothing about the change. */
  readonly reason: 'no-browser' | 'port-taken' | 'command-missing' | 'not-ready' | 'died' | 'page-failed'
  readonly detail: string
  readonly next: string
}

export interface PlanRead extends OutcomeBase {
  readonly type: 'PlanRead'
  /** How the file differs from what the run knows; null where it does not. `text` is null where the file is gone. */
  readonly edit: { readonly text: string | null; readonly difference: string } | null
  /** The base has it completed, by that commit: `by` tells whose it is and what it says. Absent where it has not. */
  readonly completed?: { readonly commit: CommitHash; readonly by: string }
}

export interface HandbookRead extends OutcomeBase {
  readonly type: 'HandbookRead'
  readonly handbook: Reread<Handbook>
  readonly product: Reread<RuleDocument>
  /** The content is null where there is no DESIGN.md. */
  readonly design: Reread<RuleDocument | null>
}

/** A document that was read again. */
export interface Reread<Content> {
  readonly digest: string
  /** Null where it is what the run knows already. */
  readonly changed: { readonly content: Content } | null
}

export interface BoxTicked extends OutcomeBase {
  readonly type: 'BoxTicked'
  readonly promptId: string
  /** Of the handbook now, where nothing but the box differs from what the run knew; else null. */
  readonly digest: string | null
}

export interface TickRefused extends OutcomeBase {
  readonly type: 'TickRefused'
  readonly promptId: string
  /** `gone`: no such prompt, or it has no one box; `edited`: its text is another one by now. */
  readonly reason: 'gone' | 'edited'
  readonly detail: string
}

export interface HandbookWritten extends OutcomeBase {
  readonly type: 'HandbookWritten'
  /** Relative to the repository. */
  readonly files: readonly string[]
}

/** The planned handbook has mistakes; nothing was written. */
export interface HandbookRefused extends OutcomeBase {
  readonly type: 'HandbookRefused'
  readonly problems: readonly string[]
}

export interface ChangeMeasured extends OutcomeBase {
  readonly type: 'ChangeMeasured'
  readonly files: readonly FileChange[]
}

export interface FileChange {
  readonly path: string
  readonly added: number
  readonly removed: number
}

export interface MissionRead extends OutcomeBase {
  readonly type: 'MissionRead'
  readonly spec: Reread<string>
  /** The content is null where there is no such file. */
  readonly features: Reread<readonly Feature[] | null>
  readonly contract: Reread<readonly ContractEntry[] | null>
  readonly memory: Reread<MissionMemory>
  readonly facts: MissionFacts
}

export interface DocumentsWritten extends OutcomeBase {
  readonly type: 'DocumentsWritten'
  /** Changed where it is anything else than what the run knew with these edits made. */
  readonly features: Reread<readonly Feature[] | null>
  readonly contract: Reread<readonly ContractEntry[] | null>
  readonly refused: readonly RefusedEdit[]
}

export interface SmokeTested extends OutcomeBase {
  readonly type: 'SmokeTested'
  readonly passed: boolean
  /** What was expected and what came, one sentence each; empty where it passed. */
  readonly failures: readonly string[]
  readonly outputTail: string
}

/** The hook ended, or was ended; whatever came of it only warns. */
export interface HookRan extends OutcomeBase {
  readonly type: 'HookRan'
  /** Null where it ended with 0. */
  readonly problem: string | null
}

export interface Notified extends OutcomeBase {
  readonly type: 'Notified'
  /** Null where the program ended with 0. */
  readonly problem: string | null
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
  /** The lane now stands at a merge in which the conflicts are marked. */
  readonly commit: CommitHash
  readonly tree: TreeHash
}

/** The base no longer contains what the lane took in from it; the lane was left as it was. */
export interface BaseRewritten extends OutcomeBase {
  readonly type: 'BaseRewritten'
  readonly baseCommit: CommitHash
}

export interface LaneMerged extends OutcomeBase {
  readonly type: 'LaneMerged'
  readonly commit: CommitHash
  readonly tree: TreeHash
  /** Passing runs on `tree`, where it is another one than the lane's. */
  readonly evidence: readonly Evidence[]
  /** What the change came to; null where it cannot be told. */
  readonly size: ChangeSize | null
  /** Somebody else may have merged it meanwhile. */
  readonly by: 'harness' | 'others'
}

export interface ChangeSize {
  readonly files: number
  readonly added: number
  readonly removed: number
}

export interface MergeRefused extends OutcomeBase {
  readonly type: 'MergeRefused'
  readonly reason:
    | 'base-moved'
    | 'checkout-in-the-way'
    | 'tree-differs'
    | 'conflict'
    | 'checks-failed'
    | 'push-rejected'
    | 'not-mergeable'
    | 'not-merged-in-time'
  readonly detail: string
}

export interface PullOpened extends OutcomeBase {
  readonly type: 'PullOpened'
  readonly number: number
  readonly url: string
  /** False where it was open already. */
  readonly created: boolean
}

export interface CiReported extends OutcomeBase {
  readonly type: 'CiReported'
  /** `absent`: nothing reports for this commit; `silent`: what should report had not by the deadline. */
  readonly state: 'passed' | 'failed' | 'absent' | 'silent'
  readonly jobs: readonly CiJob[]
}

export interface CiJob {
  readonly name: string
  readonly state: 'passed' | 'failed' | 'pending'
  readonly url: string
  readonly summary: string
}

/** A person closed the pull request without merging it. */
export interface PullClosed extends OutcomeBase {
  readonly type: 'PullClosed'
  readonly number: number
  readonly url: string
}

/** The forge did not do it: its answer falls into the same classes as an agent's failure. */
export interface ForgeFailed extends OutcomeBase {
  readonly type: 'ForgeFailed'
  readonly error: AgentError
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
