/** Owns how far planning has come. */
import { type AgentRetries, agentRetries } from '../../kernel/hurdle.ts'
import { type RetryBudget, retryBudget } from '../../kernel/retry-budget.ts'
import type { LaneAt } from '../../work/lane.ts'
import { newRun, type RunState } from '../../work/run-state.ts'
import { type PlanningInput, uncoveredTags } from './input.ts'
import type { Proposal } from './proposal.ts'

export interface PlanningState extends RunState<PlanningInput> {
  readonly at: Place
  readonly lane: LaneAt | null
  /** `draft`: proposals that were refused. */
  readonly retries: AgentRetries & { readonly draft: RetryBudget }
  /** What was wrong with the latest proposals. */
  readonly problems: readonly string[]
}

export type Place =
  | { readonly phase: 'open' | 'propose' }
  | { readonly phase: 'write'; readonly proposals: readonly Proposal[] }
  | { readonly phase: 'close' | 'over'; readonly result: Result }

/** `refused`: no proposals would do. `abandoned`: a person ended the run. */
export type Result =
  | { readonly how: 'refused' | 'abandoned' }
  | { readonly how: 'proposed'; readonly proposals: readonly Proposal[]; readonly files: readonly string[] }

/** Two more after the first. */
const mostRefused = 2

export const newPlanning = (input: PlanningInput): PlanningState => ({
  ...newRun(input),
  at:
    uncoveredTags(input).length === 0
      ? { phase: 'over', result: { how: 'proposed', proposals: [], files: [] } }
      : { phase: 'open' },
  lane: null,
  retries: { ...agentRetries, draft: retryBudget(mostRefused) },
  problems: [],
})
