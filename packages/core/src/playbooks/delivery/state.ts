import { type BudgetLedger, emptyBudget } from '../../budget-ledger.ts'
import type { Evidence } from '../../evidence.ts'
import { emptyLedger, type FindingsLedger } from '../../findings-ledger.ts'
import { type AgentRetryKind, agentRetries, type Hurdle } from '../../hurdle.ts'
import { asLaneName, type CommandId, type CommitHash, type LaneName, type TreeHash } from '../../ids.ts'
import { type RetryBudget, retryBudget } from '../../retry-budget.ts'
import type { DeliveryInput, DeliveryPhase } from './input.ts'

/** A delivery, as far as it has come. Each phase holds only what it needs. */
export type DeliveryState =
  | Opening
  | Implementing
  | Checking
  | Reviewing
  | Fixing
  | Preflight
  | Merging
  | Completing
  | Closing
  | Delivered
  | Blocked

export interface Shared {
  readonly input: DeliveryInput
  readonly until: DeliveryPhase | null
  /** How often a command of each phase has ended: numbers the next one. */
  readonly dispatched: Readonly<Record<string, number>>
  readonly retries: Retries
  readonly spent: BudgetLedger
  readonly warnings: readonly Warning[]
  readonly findings: FindingsLedger
  readonly evidence: readonly Evidence[]
  /** What stands between this state and its next command. */
  readonly hurdle: Hurdle | null
  readonly budgetFreeze: 'none' | 'asked'
}

export type RetryKind =
  | AgentRetryKind
  | 'emptyChange'
  | 'voidReview'
  | 'checkFix'
  | 'reviewPass'
  | 'mergeRace'
export type Retries = Readonly<Record<RetryKind, RetryBudget>>

export type Warning = 'budget_ceiling_reached' | 'plan_over_budget'

/** Where the lane stands. */
export interface LaneAt {
  readonly lane: LaneName
  readonly branch: string
  readonly baseCommit: CommitHash
  readonly commit: CommitHash
  readonly tree: TreeHash
  /** The implement or fix command that made `commit`. */
  readonly change: CommandId
}

export interface Opening extends Shared {
  readonly phase: 'open'
}
export interface Implementing extends Shared {
  readonly phase: 'implement'
  readonly lane: LaneAt
}
export interface Checking extends Shared {
  readonly phase: 'checks'
  readonly lane: LaneAt
  readonly after: 'implement' | 'fix' | 'preflight'
}
export interface Reviewing extends Shared {
  readonly phase: 'review'
  readonly lane: LaneAt
}
export interface Fixing extends Shared {
  readonly phase: 'fix'
  readonly lane: LaneAt
  readonly cause: 'findings' | 'checks'
}
export interface Preflight extends Shared {
  readonly phase: 'preflight'
  readonly lane: LaneAt
}
export interface Merging extends Shared {
  readonly phase: 'merge'
  readonly lane: LaneAt
}
export interface Completing extends Shared {
  readonly phase: 'complete'
  readonly lane: LaneAt
  readonly merged: CommitHash
}
export interface Closing extends Shared {
  readonly phase: 'close'
  readonly lane: LaneAt
  readonly merged: CommitHash
  /** Why the plan's file is still where it was; null where it moved. */
  readonly planKept: string | null
}
export interface Delivered extends Shared {
  readonly phase: 'delivered'
  readonly lane: LaneAt
  readonly merged: CommitHash
  readonly planKept: string | null
  readonly laneKept: string | null
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
  dispatched: {},
  retries: {
    ...agentRetries,
    emptyChange: retryBudget(1),
    voidReview: retryBudget(1),
    checkFix: retryBudget(input.retries.checkFixes),
    reviewPass: retryBudget(input.review.maxPasses),
    mergeRace: retryBudget(5),
  },
  spent: emptyBudget,
  warnings: [],
  findings: emptyLedger,
  evidence: [],
  hurdle: null,
  budgetFreeze: 'none',
})

/** The operator's name for where the run stands. */
export function phaseGroup(state: DeliveryState): DeliveryPhase {
  switch (state.phase) {
    case 'open':
    case 'implement':
      return 'implement'
    case 'checks':
      return state.after
    case 'review':
    case 'fix':
    case 'preflight':
      return state.phase
    default:
      return 'merge'
  }
}

/** What every phase keeps; a transition adds what the next phase needs and drops the rest. */
export const shared = (state: DeliveryState): Shared => ({
  input: state.input,
  until: state.until,
  dispatched: state.dispatched,
  retries: state.retries,
  spent: state.spent,
  warnings: state.warnings,
  findings: state.findings,
  evidence: state.evidence,
  hurdle: state.hurdle,
  budgetFreeze: state.budgetFreeze,
})
