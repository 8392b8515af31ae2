import { type BudgetLedger, emptyBudget } from '../../kernel/budget-ledger.ts'
import { type AgentRetries, agentRetries, type Hurdle } from '../../kernel/hurdle.ts'
import { type RetryBudget, retryBudget } from '../../kernel/retry-budget.ts'
import type { Dispatched } from '../../work/dispatch.ts'
import type { LaneAt } from '../../work/lane.ts'
import type { PlannedHandbook } from '../handbook/planned-handbook.ts'
import type { GenerationInput } from './input.ts'

/** The generation of a handbook, as far as it has come. */
export type GenerationState = Opening | Planning | Writing | Closing | Over

interface Shared {
  readonly input: GenerationInput
  readonly dispatched: Dispatched
  /** `draft`: handbooks that were refused. */
  readonly retries: AgentRetries & { readonly draft: RetryBudget }
  readonly hurdle: Hurdle | null
  readonly spent: BudgetLedger
  /** What was wrong with the latest draft. */
  readonly problems: readonly string[]
}

interface Opening extends Shared {
  readonly phase: 'open'
}
export interface Planning extends Shared {
  readonly phase: 'plan'
  readonly lane: LaneAt
}
export interface Writing extends Shared {
  readonly phase: 'write'
  readonly lane: LaneAt
  readonly plan: PlannedHandbook
}
interface Closing extends Shared {
  readonly phase: 'close'
  readonly lane: LaneAt
  /** Null if no draft would do. */
  readonly files: readonly string[] | null
}
interface Over extends Shared {
  readonly phase: 'over'
  readonly files: readonly string[] | null
}

/** Two more after the first. */
const mostRefused = 2

export const initialState = (input: GenerationInput): GenerationState => ({
  phase: 'open',
  input,
  dispatched: {},
  retries: { ...agentRetries, draft: retryBudget(mostRefused) },
  hurdle: null,
  spent: emptyBudget,
  problems: [],
})

export const shared = ({ input, dispatched, retries, hurdle, spent, problems }: GenerationState): Shared => ({
  input,
  dispatched,
  retries,
  hurdle,
  spent,
  problems,
})
