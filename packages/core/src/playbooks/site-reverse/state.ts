/** Owns how far site-reverse has come. */
import type { SiteCaptured } from '../../effects/capture-site.ts'
import { type AgentRetries, agentRetries } from '../../kernel/hurdle.ts'
import { type RetryBudget, retryBudget } from '../../kernel/retry-budget.ts'
import type { LaneAt } from '../../work/lane.ts'
import { newRun, type RunState } from '../../work/run-state.ts'
import type { SiteAnalysis } from './analysis.ts'
import type { SiteInput } from './input.ts'

export type Captured = Pick<SiteCaptured, 'pages' | 'passedOver' | 'ended' | 'bundle'>

export interface SiteState extends RunState<SiteInput> {
  readonly at: Place
  /** Null until the site was read. */
  readonly site: Captured | null
  readonly lane: LaneAt | null
  /** `draft`: analyses that were refused. */
  readonly retries: AgentRetries & { readonly draft: RetryBudget }
  /** What was wrong with the latest analysis. */
  readonly problems: readonly string[]
}

export type Place =
  | { readonly phase: 'capture' | 'open' | 'analyse' }
  | { readonly phase: 'write'; readonly analysis: SiteAnalysis }
  | { readonly phase: 'close' | 'over'; readonly result: Result }

/** `refused`: no analysis would do. `abandoned`: a person ended the run. */
export type Result =
  | { readonly how: 'refused' | 'abandoned' }
  | { readonly how: 'written'; readonly analysis: SiteAnalysis }

/** Two more after the first. */
const mostRefused = 2

export const newSiteReverse = (input: SiteInput): SiteState => ({
  ...newRun(input),
  at: { phase: 'capture' },
  site: null,
  lane: null,
  retries: { ...agentRetries, draft: retryBudget(mostRefused) },
  problems: [],
})
