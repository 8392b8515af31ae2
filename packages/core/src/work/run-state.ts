/** Owns what every run keeps, whatever its playbook: retries, what is in its way, and what it counts. */
import type { Spending } from '../kernel/agent.ts'
import { type BudgetLedger, emptyBudget, settle } from '../kernel/budget-ledger.ts'
import {
  isOutcome,
  type OutcomeBase,
  type RunEvent,
  type RunInterrupted,
  type RunResumed,
} from '../kernel/event.ts'
import { isGivenUp } from '../kernel/given-up.ts'
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

/** What a playbook makes of the events of a run that are no outcome. */
interface RunMoves<State> {
  resumed(state: State, event: RunResumed): State
  /** A person ended the run from outside. */
  givenUp(state: State): State
}

/** Everything that happens to a run; `ended` gets the outcomes, counted. */
export function evolveRun<State extends Counting, Outcome extends OutcomeBase & { readonly type: string }>(
  state: State,
  event: RunEvent | Outcome,
  { resumed, givenUp }: RunMoves<State>,
  ended: (state: State, event: Outcome) => State,
): State {
  if (isOutcome(event)) return ended(countOutcome(state, event), event)
  switch (event.type) {
    case 'RunInterrupted':
      return countInterrupted(state, event)
    case 'RunResumed':
      return resumed(state, event)
    case 'RunEnded':
      return isGivenUp(event.end) ? givenUp(state) : state
    default:
      return state
  }
}
