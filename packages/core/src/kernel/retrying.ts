/** Owns the small moves around retry budgets and hurdles that the evolution of every playbook is made of. */
import type { RunEnd } from './event.ts'
import type { Gate } from './gate.ts'
import {
  type AgentFailure,
  type AgentRetries,
  type AgentRetryKind,
  type Hurdle,
  remedyFor,
  stop,
} from './hurdle.ts'
import { isExhausted, refill, spendRetry } from './retry-budget.ts'

/** Whatever has retries for its agents, and perhaps for more. */
export interface Retrying {
  readonly retries: AgentRetries
  /** What keeps this state from its next command. */
  readonly hurdle: Hurdle | null
}

type KindOf<State extends Retrying> = keyof State['retries'] & string

const budgetOf = <State extends Retrying>(state: State, kind: KindOf<State>) =>
  state.retries[kind as AgentRetryKind]

export const ask = <State extends Retrying>(state: State, gate: Gate): State => ({
  ...state,
  hurdle: { type: 'gate', gate },
})

export const halt = <State extends Retrying>(
  state: State,
  why: Pick<RunEnd, 'exitCode' | 'reason' | 'next'>,
): State => ({ ...state, hurdle: stop(why) })

export const spend = <State extends Retrying>(state: State, kind: KindOf<State>): State => ({
  ...state,
  retries: { ...state.retries, [kind]: spendRetry(budgetOf(state, kind)) },
})

/** Once more while the budget lasts, then a person is asked. */
export const spendOrAsk = <State extends Retrying>(state: State, kind: KindOf<State>, gate: Gate): State =>
  isExhausted(budgetOf(state, kind)) ? ask(state, gate) : spend(state, kind)

const agentFailures: readonly AgentRetryKind[] = ['transient', 'ambiguous', 'unknownReset', 'knownReset']

/** An agent answered usefully: what was spent on its failures, and on these kinds, is given back. */
export function recovered<State extends Retrying>(state: State, ...kinds: readonly KindOf<State>[]): State {
  const spent = [...agentFailures, ...kinds].filter((kind) => budgetOf(state, kind).used > 0)
  // The same state if nothing was spent: most events of a long run come by here.
  if (spent.length === 0) return state
  const full = Object.fromEntries(spent.map((kind) => [kind, refill(budgetOf(state, kind))]))
  return { ...state, retries: { ...state.retries, ...full } }
}

/** Spends what the failure costs and puts up the hurdle that it calls for. */
export function failed<State extends Retrying>(state: State, failure: AgentFailure): State {
  const remedy = remedyFor(failure, state.retries)
  const spent = remedy.spend === null ? state : spend<State>(state, remedy.spend)
  return { ...spent, hurdle: remedy.hurdle }
}
