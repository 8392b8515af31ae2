import type { Screen } from '../../effects/capture-ui.ts'
import type { ShownLog } from '../../effects/run-agent.ts'
import { type BudgetLedger, emptyBudget } from '../../kernel/budget-ledger.ts'
import type { Evidence } from '../../kernel/evidence.ts'
import type { Finding } from '../../kernel/finding.ts'
import type { GateAnswer } from '../../kernel/gate-answer.ts'
import { type AgentRetryKind, agentRetries, type Hurdle } from '../../kernel/hurdle.ts'
import { asLaneName, type CommandId, type CommitHash, type LaneName } from '../../kernel/ids.ts'
import { type RetryBudget, retryBudget } from '../../kernel/retry-budget.ts'
import type { Waiver } from '../../kernel/waiver.ts'
import type { Vouched } from '../../work/by-hand.ts'
import type { Dispatched } from '../../work/dispatch.ts'
import { emptyLedger, type FindingsLedger } from '../../work/findings-ledger.ts'
import type { LaneAt } from '../../work/lane.ts'
import { nothingWatched, type Watch } from '../../work/watch.ts'
import type { DeliveryInput, DeliveryPhase, E2eSettings, UiSettings, Until } from './input.ts'
import type { Said } from './said.ts'

/** A delivery, as far as it has come. Each phase holds only what it needs. */
export type DeliveryState =
  | Opening
  | Implementing
  | Checking
  | ReadingPlan
  | Reviewing
  | CapturingUi
  | ReviewingUi
  | VerifyingEndToEnd
  | Fixing
  | Preflight
  | PreparingPull
  | OpeningPull
  | AwaitingCi
  | CheckingMerge
  | Merging
  | Completing
  | Closing
  | Delivered
  | Blocked

export interface Shared extends Watch {
  readonly input: DeliveryInput
  readonly until: Until | null
  /** The plan as it is followed: as it stood at the start, or as a person agreed to since. */
  readonly planText: string
  /** What people made of the file meanwhile and agreed to; null if it was gone. */
  readonly agreedPlans: readonly (string | null)[]
  readonly dispatched: Dispatched
  readonly retries: Retries
  readonly spent: BudgetLedger
  readonly warnings: readonly Warning[]
  readonly findings: FindingsLedger
  readonly evidence: readonly Evidence[]
  /** What keeps this state from its next command. */
  readonly hurdle: Hurdle | null
  readonly budgetFreeze: 'none' | 'asked'
  /** What people said when they answered gates. */
  readonly answers: readonly PersonsAnswer[]
  /** The base commit whose merge conflicted: no mark of a conflict may stay in what came since. */
  readonly conflictedWith: CommitHash | null
  readonly pull: Pull | null
  /** What the PR writer said about the change; the rest of the body is made of facts. */
  readonly pullText: PullText | null
  /** What the report should tell beside findings and evidence. */
  readonly notes: readonly string[]
  /** What people let stand, in the order in which they did. */
  readonly waivers: readonly Waiver[]
  /** The agent or program that is under way; a resumed process starts it again. */
  readonly atWork: CommandId | null
  /** How the plan got into its completed place while an unconfined program worked; null if that is not in doubt. */
  readonly doubt: string | null
  /** What people vouched for when they were asked. */
  readonly vouched: readonly Vouched[]
  /** What those who wrote the change said last, the newest last; absent until one did. */
  readonly said?: readonly Said[]
}

/** What a person lets stand if no reviewer raised it: a limit, or a machine that cannot look. */
const unseen = (title: string): Finding => ({ severity: 'High', title, detail: '', file: null, line: null })
export const notReviewed = unseen('The latest fix was not reviewed')
export const uiNotSeen = unseen('The user interface was not looked at')

export interface PersonsAnswer {
  readonly question: string
  readonly answer: string
}

export interface Pull {
  readonly number: number
  readonly url: string
}

export interface PullText {
  readonly summary: string
  readonly risks: string
}

export type RetryKind =
  | AgentRetryKind
  | 'emptyChange'
  | 'voidReview'
  | 'checkFix'
  | 'reviewPass'
  | 'mergeRace'
  | 'conflict'
  | 'guard'
  | 'sentBack'
export type Retries = Readonly<Record<RetryKind, RetryBudget>>

export type Warning = 'budget_ceiling_reached' | 'plan_over_budget'

export interface PlanLane extends LaneAt {
  /** The implement or fix command that made `commit`. */
  readonly change: CommandId
}

export interface Opening extends Shared {
  readonly phase: 'open'
}
export interface Implementing extends Shared {
  readonly phase: 'implement'
  readonly lane: PlanLane
}
export interface Checking extends Shared {
  readonly phase: 'checks'
  readonly lane: PlanLane
  readonly after: 'implement' | 'fix' | 'preflight'
}
export interface ReadingPlan extends Shared {
  readonly phase: 'read-plan'
  readonly lane: PlanLane
  readonly then: 'review' | 'land'
  /** What a person made of it and is asked about; null until then. */
  readonly edit: { readonly text: string | null } | null
  /** What a person said to a plan that is completed without a record; absent until then. */
  readonly answer?: GateAnswer
}
export interface Reviewing extends Shared {
  readonly phase: 'review'
  readonly lane: PlanLane
}
export interface CapturingUi extends Shared {
  readonly phase: 'capture-ui'
  readonly lane: PlanLane
  readonly ui: UiSettings
}
export interface ReviewingUi extends Shared {
  readonly phase: 'review-ui'
  readonly lane: PlanLane
  readonly screens: readonly Screen[]
}
export interface VerifyingEndToEnd extends Shared {
  readonly phase: 'e2e'
  readonly lane: PlanLane
  readonly e2e: E2eSettings
  readonly after: 'review' | 'preflight'
}
export interface Fixing extends Shared {
  readonly phase: 'fix'
  readonly lane: PlanLane
  readonly cause: FixCause
}
export type FixCause =
  | {
      readonly type: 'findings'
      /** What the reviewer of the user interface saw; absent if it found nothing. */
      readonly screens?: readonly Screen[]
      /** Of the end-to-end tests or of the forge's jobs that failed; absent if none did. */
      readonly logs?: readonly ShownLog[]
    }
  | { readonly type: 'checks'; readonly logs?: readonly ShownLog[] }
  | { readonly type: 'conflict'; readonly files: readonly string[] }
export interface Preflight extends Shared {
  readonly phase: 'preflight'
  readonly lane: PlanLane
}
export interface PreparingPull extends Shared {
  readonly phase: 'prepare-pr'
  readonly lane: PlanLane
}
export interface OpeningPull extends Shared {
  readonly phase: 'open-pr'
  readonly lane: PlanLane
  /** A person agreed that the one that was closed is opened again. */
  readonly mayReopen?: boolean
}
export interface AwaitingCi extends Shared {
  readonly phase: 'await-ci'
  readonly lane: PlanLane
  readonly pull: Pull
  readonly deadline: number
}
export interface CheckingMerge extends Shared {
  readonly phase: 'merge-check'
  readonly lane: PlanLane
  readonly pull: Pull
}
export interface Merging extends Shared {
  readonly phase: 'merge'
  readonly lane: PlanLane
  /** When the merge was begun: the forge is not waited for without end. */
  readonly since: number
}
export interface Completing extends Shared {
  readonly phase: 'complete'
  readonly lane: PlanLane
  readonly merged: CommitHash
}
export interface Closing extends Shared {
  readonly phase: 'close'
  readonly lane: PlanLane
  readonly merged: CommitHash
  /** Why the plan's file did not move; null if it moved. */
  readonly planKept: string | null
  /** How others completed the plan meanwhile: nothing of this run was merged then. */
  readonly elsewhere?: string
}
export interface Delivered extends Shared {
  readonly phase: 'delivered'
  readonly lane: PlanLane
  readonly merged: CommitHash
  readonly planKept: string | null
  readonly laneKept: string | null
  readonly elsewhere?: string
}
export interface Blocked extends Shared {
  readonly phase: 'blocked'
  readonly why: string
}

export const branchOf = (input: DeliveryInput): string => `task/${input.plan.id}-${input.plan.slug}`
export const laneOf = (input: DeliveryInput): LaneName => asLaneName(`${input.plan.id}-${input.plan.slug}`)

export const initialState = (input: DeliveryInput): DeliveryState => ({
  phase: 'open',
  input,
  until: input.until,
  planText: input.plan.text,
  agreedPlans: [],
  dispatched: {},
  retries: {
    ...agentRetries,
    emptyChange: retryBudget(1),
    voidReview: retryBudget(1),
    checkFix: retryBudget(input.retries.checkFixes),
    reviewPass: retryBudget(input.review.maxPasses),
    mergeRace: retryBudget(5),
    conflict: retryBudget(2),
    guard: retryBudget(2),
    sentBack: retryBudget(2),
  },
  spent: emptyBudget,
  warnings: [],
  findings: emptyLedger,
  evidence: [],
  hurdle: null,
  budgetFreeze: 'none',
  answers: [],
  conflictedWith: null,
  pull: null,
  pullText: null,
  notes: [],
  waivers: [],
  atWork: null,
  doubt: null,
  vouched: [],
  ...nothingWatched,
})

/** The operator's name for the run's phase. */
export function phaseGroup(state: DeliveryState): DeliveryPhase {
  switch (state.phase) {
    case 'open':
    case 'implement':
      return 'implement'
    case 'checks':
      return state.after
    case 'read-plan':
      return state.then === 'review' ? 'review' : landingPhase(state.input)
    case 'capture-ui':
      return 'review-ui'
    case 'e2e':
      return 'e2e-verify'
    case 'open-pr':
      return 'prepare-pr'
    case 'await-ci':
      return 'merge-check'
    case 'review':
    case 'review-ui':
    case 'fix':
    case 'preflight':
    case 'prepare-pr':
    case 'merge-check':
      return state.phase
    default:
      return 'merge'
  }
}

const landingPhase = (input: DeliveryInput): DeliveryPhase =>
  input.forge.kind === 'local' ? 'merge' : 'prepare-pr'

/** What every phase keeps; a transition adds what the next phase needs and drops the rest. */
export const shared = (state: DeliveryState): Shared => ({
  input: state.input,
  until: state.until,
  planText: state.planText,
  agreedPlans: state.agreedPlans,
  dispatched: state.dispatched,
  retries: state.retries,
  spent: state.spent,
  warnings: state.warnings,
  findings: state.findings,
  evidence: state.evidence,
  hurdle: state.hurdle,
  budgetFreeze: state.budgetFreeze,
  answers: state.answers,
  conflictedWith: state.conflictedWith,
  pull: state.pull,
  pullText: state.pullText,
  notes: state.notes,
  waivers: state.waivers,
  atWork: state.atWork,
  doubt: state.doubt,
  vouched: state.vouched,
  ...(state.said === undefined ? {} : { said: state.said }),
  confined: state.confined,
  watched: state.watched,
  besideLook: state.besideLook,
})
