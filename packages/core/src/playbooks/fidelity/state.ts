/** Owns how far an audit has come. */
import { type AgentRetries, agentRetries } from '../../kernel/hurdle.ts'
import { type RetryBudget, retryBudget } from '../../kernel/retry-budget.ts'
import type { LaneAt } from '../../work/lane.ts'
import { newRun, type RunState } from '../../work/run-state.ts'
import type { Audit } from './audit.ts'
import type { FidelityReport } from './documents.ts'
import type { Facts } from './facts.ts'
import type { FidelityInput } from './input.ts'

export interface FidelityState extends RunState<FidelityInput> {
  readonly at: Place
  readonly lane: LaneAt | null
  /** `draft`: answers that were refused. */
  readonly retries: AgentRetries & { readonly draft: RetryBudget }
  /** What was wrong with the latest answer. */
  readonly problems: readonly string[]
}

interface Seen {
  readonly facts: Facts
}
interface Reported {
  readonly report: FidelityReport
  /** The report's name, without its ending. */
  readonly name: string
}

export type Place =
  | { readonly phase: 'open' | 'look' }
  | (Seen & { readonly phase: 'audit' })
  | (Seen & { readonly phase: 'verify'; readonly audit: Audit })
  | (Seen & { readonly phase: 'report'; readonly report: FidelityReport })
  | (Reported & { readonly phase: 'hold' })
  /** Without a report a person accepted one. */
  | { readonly phase: 'lift'; readonly reported: Reported | null }
  | { readonly phase: 'accept'; readonly at: number; readonly plans: readonly string[] }
  | { readonly phase: 'close' | 'over'; readonly result: Result }

/** `refused`: no answer would do. `abandoned`: a person ended the run. */
export type Result =
  | { readonly how: 'refused' | 'abandoned' }
  | { readonly how: 'no-spec' }
  | { readonly how: 'accepted'; readonly plans: readonly string[] }
  /** `plans`: those that the review blocks, or that are active again. `left`: why plans are not as the audit wants them. */
  | (Reported & {
      readonly how: 'audited'
      readonly plans: readonly string[]
      readonly left: readonly string[]
    })

/** Two more after the first. */
const mostRefused = 2

export const newFidelity = (input: FidelityInput): FidelityState => ({
  ...newRun(input),
  at: input.accepts === null ? { phase: 'open' } : { phase: 'lift', reported: null },
  lane: null,
  retries: { ...agentRetries, draft: retryBudget(mostRefused) },
  problems: [],
})

export const needsPerson = ({ score, bar }: Pick<FidelityReport, 'score' | 'bar'>): boolean => score > bar
