import type { AgentLimits, AgentMode, ModelTier } from '../kernel/agent.ts'
import type { Check } from '../kernel/check.ts'
import type { Slice } from '../kernel/envelope.ts'
import type { Gate } from '../kernel/gate.ts'
import type { CommandId, CommitHash, LaneName, TreeHash } from '../kernel/ids.ts'
import type { DocumentEdit } from './mission-document.ts'
import type { PlannedHandbook } from './planned-handbook.ts'

/** Everything a playbook can want done. Each command ends in exactly one of the events named beside it. */
export type Command =
  | OpenLane
  | RunAgent
  | RunChecks
  | CaptureUi
  | ReadPlan
  | ReadHandbook
  | TickBox
  | MeasureChange
  | WriteHandbook
  | ReadMission
  | WriteDocuments
  | SmokeTest
  | RunHook
  | Notify
  | SyncLane
  | MergeLane
  | OpenPull
  | AwaitCi
  | MergePull
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
  /** Where the worktree is to lie, relative to the top of the checkout; absent where that is the harness's choice. */
  readonly worktree?: string
  /** What lies there was left by a call that died: it is kept elsewhere, and the lane begins from the base. */
  readonly anew?: boolean
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
  /** What the whole change is measured from; absent where the role changes nothing. */
  readonly baseCommit?: CommitHash
  /** Whose context drops the agent is to be told beside its slices; absent where it gets none. */
  readonly context?: { readonly phase: string; readonly planId: string }
  /** Pictures the agent is shown, as files of the run; absent where there are none. */
  readonly images?: readonly string[]
  /** All that it may change, files or patterns; absent where only its mode says. */
  readonly mayWrite?: readonly string[]
}

/** → ChecksFinished | CommandFailed. */
export interface RunChecks extends CommandBase {
  readonly type: 'RunChecks'
  readonly lane: LaneName
  readonly commit: CommitHash
  readonly tree: TreeHash
  readonly checks: readonly Check[]
  /** What the change stands on: the number of executed tests is compared with it. Absent if there is no change. */
  readonly baseCommit?: CommitHash
  /** Folders whose content is kept with the run afterwards, under that name; absent where nothing is to be kept. */
  readonly artifacts?: { readonly from: readonly string[]; readonly as: string }
}

/** Starts the product in the lane, takes pictures of it in a browser and stops it. → UiCaptured | UiNotCaptured | CommandFailed. */
export interface CaptureUi extends CommandBase {
  readonly type: 'CaptureUi'
  readonly lane: LaneName
  readonly commit: CommitHash
  readonly server: DevServer
  /** Paths below the server's address. */
  readonly routes: readonly string[]
}

export interface DevServer {
  readonly run: string
  readonly url: string
  readonly readyMs: number
}

/** Holds the plan's file against what the run knows of it. → PlanRead | CommandFailed. */
export interface ReadPlan extends CommandBase {
  readonly type: 'ReadPlan'
  readonly path: string
  readonly baseBranch: string
  /** What the run follows. */
  readonly known: string
  /** What it followed before, or went on in spite of (null: that the file was gone): an old copy elsewhere is no edit. */
  readonly agreed: readonly (string | null)[]
  /** Where it lies once it is completed: found there on the base, somebody else has delivered it. */
  readonly completedPath?: string
}

/** Reads the handbook and the documents beside it anew. → HandbookRead | CommandFailed. */
export interface ReadHandbook extends CommandBase {
  readonly type: 'ReadHandbook'
  /** Digests of what the run knows; null where it knows nothing yet. Only what differs comes back. */
  readonly known: DocumentDigests
}

export interface DocumentDigests {
  readonly handbook: string | null
  readonly product: string | null
  readonly design: string | null
}

/** Ticks a prompt's box, one byte of the file. Done already, it is done. → BoxTicked | TickRefused | CommandFailed. */
export interface TickBox extends CommandBase {
  readonly type: 'TickBox'
  readonly promptId: string
  /** The prompt as it was carried out: another text is another prompt. */
  readonly text: string
  /** Digest of the handbook as the run knows it. */
  readonly known: string | null
}

/** Counts what a lane changed between two commits. → ChangeMeasured | CommandFailed. */
export interface MeasureChange extends CommandBase {
  readonly type: 'MeasureChange'
  readonly lane: LaneName
  readonly from: CommitHash
  readonly to: CommitHash
}

/**
 * Prints a planned handbook with its skeleton and writes both or neither. What the linter objects to is not written.
 * Repeated, files that are there already as they should be are done. → HandbookWritten | HandbookRefused | CommandFailed.
 */
export interface WriteHandbook extends CommandBase {
  readonly type: 'WriteHandbook'
  readonly plan: PlannedHandbook
  /** Whether files that are there already may be replaced. */
  readonly replace: boolean
}

/** Reads a mission's spec, features, contract and memory anew. → MissionRead | ForgeFailed | CommandFailed. */
export interface ReadMission extends CommandBase {
  readonly type: 'ReadMission'
  readonly specPath: string
  /** Which passed features are not in it yet is looked at too. */
  readonly baseBranch: string
  /** What this run left for people to merge: the file may not say yet that it has passed, and its branch may be deleted. */
  readonly kept: readonly KeptWork[]
  /** Digests of what the run knows; null where it knows nothing yet. Only what differs comes back. */
  readonly known: MissionDigests
}

export interface KeptWork {
  readonly feature: string
  readonly commit: CommitHash
}

export interface MissionDigests {
  readonly spec: string | null
  readonly features: string | null
  readonly contract: string | null
  readonly memory: string | null
}

/**
 * Makes changes in a mission's documents, in order, each held against the file as it is now: people may edit at any
 * time, and what they wrote is never undone. Repeated, what stands there already is left alone. Never fails for what a
 * person did: that comes back as refused edits. → DocumentsWritten | CommandFailed.
 */
export interface WriteDocuments extends CommandBase {
  readonly type: 'WriteDocuments'
  readonly edits: readonly DocumentEdit[]
  /** As the run knows them, without these edits. */
  readonly known: Pick<MissionDigests, 'features' | 'contract'> & Partial<Pick<MissionDigests, 'memory'>>
  /** What was decided and why, where the edits are a decision's; it is journaled with them. */
  readonly decision: JournaledDecision | null
  /** Keeps features, contract and memory as they are then, and prunes old snapshots and logs; null between iterations. */
  readonly snapshot: { readonly iteration: number; readonly keep: number; readonly keepLogs: number } | null
}

export interface JournaledDecision {
  readonly iteration: number
  /** `NEXT_WORKER`. */
  readonly decision: string
  /** The feature or checkpoint it is about; null where it is about the whole. */
  readonly subject: string | null
  /** One sentence. */
  readonly reason: string
  readonly by: 'rules' | 'agent'
}

/** Starts the product in the lane, asks for its addresses and stops it. Repeated, it is tested again. → SmokeTested | CommandFailed. */
export interface SmokeTest extends CommandBase {
  readonly type: 'SmokeTest'
  readonly lane: LaneName
  readonly commit: CommitHash
  /** Null where it runs already. Without addresses its exit code is the result, within the time. */
  readonly startup: { readonly run: string; readonly waitMs: number } | null
  readonly urls: readonly SmokeUrl[]
}

export interface SmokeUrl {
  readonly url: string
  readonly expectStatus: number
  readonly expectText: string | null
}

/** Runs one of the repository's own hooks, with a time limit. Repeated, it runs again. → HookRan. */
export interface RunHook extends CommandBase {
  readonly type: 'RunHook'
  readonly hook: string
  /** Told to it as variables: `FEATURE_ID`. */
  readonly env: Readonly<Record<string, string>>
}

/** Calls the operator's own program. Repeated, it is called again. → Notified. */
export interface Notify extends CommandBase {
  readonly type: 'Notify'
  readonly kind: 'done' | 'escalate' | 'cost-warn' | 'cost-cap' | 'max-iter' | 'checkpoint'
  readonly message: string
}

/** Brings the base branch into the lane. → LaneSynced | SyncConflicted | BaseRewritten | ForgeFailed | CommandFailed. */
export interface SyncLane extends CommandBase {
  readonly type: 'SyncLane'
  readonly lane: LaneName
  readonly startCommit: CommitHash
  readonly baseBranch: string
  /** Where the base stood when the lane last took it in: it must still be part of the base. */
  readonly baseCommit: CommitHash
}

/**
 * Puts the lane on the base branch, in its turn: as it is while the base stands at `baseCommit`, else merged with what
 * came meanwhile and checked again as a whole. → LaneMerged | MergeRefused | CommandFailed.
 */
export interface MergeLane extends CommandBase {
  readonly type: 'MergeLane'
  readonly lane: LaneName
  readonly branch: string
  readonly commit: CommitHash
  readonly tree: TreeHash
  readonly baseBranch: string
  readonly baseCommit: CommitHash
  readonly message: string
  readonly checks: readonly Check[]
  /** Only as it is: refused as `base-moved` where the base has moved on, because then another tree would be merged. */
  readonly asItIs?: true
}

/** Pushes the lane's branch, never by force, and opens its pull request or brings it up to date. → PullOpened | PullClosed | LaneMerged | MergeRefused | ForgeFailed | CommandFailed. */
export interface OpenPull extends CommandBase {
  readonly type: 'OpenPull'
  readonly lane: LaneName
  readonly branch: string
  readonly commit: CommitHash
  readonly baseBranch: string
  /** The pull request that is to be brought up to date; null to open one. */
  readonly pull: number | null
  /** A person agreed that the one that was closed is opened again; without that it is told as closed. */
  readonly mayReopen?: boolean
  readonly title: string
  /** Markdown. */
  readonly body: string
}

/** Waits until the forge's own checks of a commit have ended. → CiReported | PullClosed | LaneMerged | ForgeFailed | CommandFailed. */
export interface AwaitCi extends CommandBase {
  readonly type: 'AwaitCi'
  readonly pull: number
  readonly commit: CommitHash
  /** Milliseconds since the epoch. */
  readonly deadline: number
}

/** Labels a pull request and merges it, or has the forge merge it. → LaneMerged | MergeRefused | PullClosed | ForgeFailed | CommandFailed. */
export interface MergePull extends CommandBase {
  readonly type: 'MergePull'
  readonly pull: number
  readonly lane: LaneName
  readonly commit: CommitHash
  readonly tree: TreeHash
  readonly baseBranch: string
  readonly baseCommit: CommitHash
  readonly label: string
  /** `auto` has the forge merge it once its rules are met, and waits for that until the deadline. */
  readonly how: 'direct' | 'auto'
  readonly deadline: number
}

/** Moves a delivered plan's file to its completed place on the base branch. → PlanCompleted | MergeRefused | CommandFailed. */
export interface CompletePlan extends CommandBase {
  readonly type: 'CompletePlan'
  readonly planId: string
  readonly from: string
  readonly to: string
  /** The plan as it was followed, for where its file is gone; absent in journals of older versions. */
  readonly text?: string
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
