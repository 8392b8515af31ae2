/** Owns what the harness keeps of a run of an own playbook, around the state that the playbook itself keeps. */
import type { RoleSettings } from '../../kernel/agent.ts'
import { type BudgetLedger, emptyBudget } from '../../kernel/budget-ledger.ts'
import type { Check } from '../../kernel/check.ts'
import type { RunEnd } from '../../kernel/event.ts'
import type { Evidence } from '../../kernel/evidence.ts'
import { type AgentRetries, agentRetries, type Hurdle } from '../../kernel/hurdle.ts'
import type { CommitHash, RunId } from '../../kernel/ids.ts'
import type { BaseCheck } from '../../work/base-first-state.ts'
import type { Dispatched } from '../../work/dispatch.ts'
import type { LaneAt } from '../../work/lane.ts'
import type { AnyOwnPlaybook, OwnAsked } from './definition.ts'
import type { Command } from './effects.ts'

export interface OwnInput extends OwnAsked<unknown> {
  readonly runId: RunId
  readonly baseBranch: string
  /** If the checks run on the base before an agent starts; absent in runs that began without. */
  readonly baseCheck?: BaseCheck
  readonly author: { readonly name: string; readonly email: string }
  readonly checks: readonly Check[]
  readonly roles: Readonly<Record<string, RoleSettings>>
}

export interface OwnLane extends LaneAt {
  /** What checks showed on its tree; void if the tree changes. */
  readonly evidence: readonly Evidence[]
  /** The commit of the base that it conflicted with; null if it never did. */
  readonly conflictedWith: CommitHash | null
  /** True after the playbook closed it, also if the harness kept it. */
  readonly closed?: true
}

export interface OwnState {
  readonly input: OwnInput
  readonly dispatched: Dispatched
  readonly retries: AgentRetries
  readonly hurdle: Hurdle | null
  readonly spent: BudgetLedger
  /** By the names that the playbook gave them. */
  readonly lanes: Readonly<Record<string, OwnLane>>
  /** Commands without an outcome. */
  readonly inFlight: readonly Command[]
  /** How the run ended or paused; null while it works. */
  readonly ended: RunEnd | null
  /** The playbook's own. */
  readonly own: unknown
}

export const initialState = (playbook: AnyOwnPlaybook, input: OwnInput): OwnState => ({
  input,
  dispatched: {},
  retries: agentRetries,
  hurdle: null,
  spent: emptyBudget,
  lanes: {},
  inFlight: [],
  ended: null,
  own: playbook.initialState({ words: input.words, options: input.options, config: input.config }),
})
