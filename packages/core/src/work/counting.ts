/** Owns what every run counts: how often its commands have ended, and what its agents cost. */
import type { Spending } from '../kernel/agent.ts'
import { type BudgetLedger, settle } from '../kernel/budget-ledger.ts'
import type { OutcomeBase, RunInterrupted } from '../kernel/event.ts'
import { countEnd, type Dispatched } from './dispatch.ts'

interface Counting {
  readonly dispatched: Dispatched
  readonly spent: BudgetLedger
}

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
