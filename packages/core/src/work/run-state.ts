/** Owns what every run keeps, whatever its playbook: retries, what is in its way, and what it counts. */
import type { Spending } from '../kernel/agent.ts'
import { type BudgetLedger, emptyBudget, settle } from '../kernel/budget-ledger.ts'
import type { OutcomeBase, RunInterrupted } from '../kernel/event.ts'
import { type AgentRetries, agentRetries, type Hurdle } from '../kernel/hurdle.ts'
import { countEnd, type Dispatched } from './dispatch.ts'

export interface RunState<Input> extends Counting {
  readonly input: Input
  readonly retries: AgentRetries
  readonly hurdle: Hurdle | null
}

interface Counting {
  /** How often commands have ended. */
  readonly dispatched: Dispatched
  /** What agents cost. */
  readonly spent: BudgetLedger
}

export const newRun = <Input>(input: Input): RunState<Input> => ({
  input,
  retries: agentRetries,
  hurdle: null,
  dispatched: {},
  spent: emptyBudget,
})

export const countOutcome = <State extends Counting>(
  state: State,
  event: OutcomeBase & { readonly spending?: Spending },
): State => ({
  ...state,
  dispatched: countEnd(state.dispatched, event.commandId),
  spent: event.spending === undefined ? state.spent : settle(state.spent, event.spending),
})

/** Calls that were cancelled have cost something too. */
export const countInterrupted = <State extends Pick<Counting, 'spent'>>(
  state: State,
  { spent }: RunInterrupted,
): State => ({ ...state, spent: spent.reduce((sum, { spending }) => settle(sum, spending), state.spent) })
