/** Owns what a run has spent, call by call, and whether a ceiling is reached. Unknown prices stay unknown. */
import { type Spending, tokensOf } from './agent.ts'

export interface BudgetLedger {
  readonly calls: number
  readonly tokens: number
  readonly usd: number
  /** Calls of unknown price; while there are any, `usd` is a lower bound. */
  readonly unpricedCalls: number
}

/** What a pass of implementing and reviewing is expected to need. */
export const tokensPerPass = 200_000

export const emptyBudget: BudgetLedger = { calls: 0, tokens: 0, usd: 0, unpricedCalls: 0 }

export const settle = (ledger: BudgetLedger, spending: Spending): BudgetLedger => ({
  calls: ledger.calls + 1,
  tokens: ledger.tokens + tokensOf(spending.usage),
  usd: ledger.usd + (spending.usd ?? 0),
  unpricedCalls: ledger.unpricedCalls + (spending.usd === null ? 1 : 0),
})

/** A call of which only is known what was reserved for it. */
export const settleAt = (
  ledger: BudgetLedger,
  { usd, tokens }: Pick<BudgetLedger, 'usd' | 'tokens'>,
): BudgetLedger => ({
  ...ledger,
  calls: ledger.calls + 1,
  tokens: ledger.tokens + Math.round(tokens),
  usd: ledger.usd + usd,
})

export interface BudgetLimits {
  /** Tokens for the product in the rolling window. */
  readonly ceilingTokens: number
  /** What other runs had spent in the window when this one began. */
  readonly spentBeforeTokens: number
  /** What this plan was expected to need; a warning only. */
  readonly planTokens: number
  readonly hard: boolean
}

export const ceilingReached = (ledger: BudgetLedger, limits: BudgetLimits): boolean =>
  limits.spentBeforeTokens + ledger.tokens >= limits.ceilingTokens

export const overPlan = (ledger: BudgetLedger, limits: BudgetLimits): boolean =>
  ledger.tokens > limits.planTokens
