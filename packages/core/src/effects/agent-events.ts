/** What calls of agents end in, and what agents can say. */
import type { AgentError, Spending } from '../kernel/agent.ts'
import type { Finding } from '../kernel/finding.ts'
import type { CommitHash, TreeHash } from '../kernel/ids.ts'
import type { Need } from '../kernel/need.ts'
import type { OutcomeBase } from './event-base.ts'
import type { ClaimStatus, ContractEntry, Feature, IssueSeverity, PlanVerdict } from './mission-document.ts'
import type { PlannedHandbook } from './planned-handbook.ts'

/** What an agent said, already held against its contract. */
export type AgentOutput =
  | { readonly kind: 'text' }
  | { readonly kind: 'review'; readonly findings: readonly Finding[]; readonly sentinel: boolean }
  | { readonly kind: 'need'; readonly need: Need }
  | { readonly kind: 'pull-text'; readonly summary: string; readonly risks: string }
  | { readonly kind: 'verdict'; readonly pass: boolean; readonly failures: readonly string[] }
  | ({ readonly kind: 'prompt-report' } & PromptReport)
  | ({ readonly kind: 'final-critique' } & FinalAnswer)
  | { readonly kind: 'handbook-plan'; readonly plan: PlannedHandbook }
  | ({ readonly kind: 'mission-plan' } & PlannedMission)
  | { readonly kind: 'plan-review'; readonly verdict: PlanVerdict; readonly notes: readonly string[] }
  | ({ readonly kind: 'mission-work' } & WorkReport)
  | ({ readonly kind: 'validation' } & Validation)
  | ({ readonly kind: 'ruling' } & Ruling)
  | ({ readonly kind: 'curation' } & Curation)
  | ({ readonly kind: 'decision' } & ChosenDecision)

/** What the last critique of a handbook says: what it found, and what became of the issues it was asked about. */
export interface FinalAnswer {
  readonly findings: readonly Finding[]
  readonly issues: readonly IssueAnswer[]
}

export interface IssueAnswer {
  /** As the punch list names it: `1.2-3`. */
  readonly id: string
  readonly status: 'no longer seen' | 'still there' | 'not looked at'
  readonly evidence: string
}

/** What an agent says that was sent to look for something and to mend it. */
export interface PromptReport {
  readonly summary: string
  /** What it found, mended or not; none where there is nothing to find. */
  readonly findings: readonly string[]
}

export interface PlannedMission {
  readonly contract: readonly Pick<ContractEntry, 'id' | 'assertion' | 'verify'>[]
  readonly features: readonly Pick<
    Feature,
    'id' | 'title' | 'summary' | 'description' | 'claims' | 'dependsOn'
  >[]
}

/** What a worker says of its work. */
export interface WorkReport {
  readonly summary: string
  /** What may help others, in other missions too. */
  readonly tricks: readonly string[]
  /** What the spec and the contract leave open, and it could not decide; null where nothing. */
  readonly ambiguity: string | null
}

export interface Validation {
  readonly claims: readonly {
    readonly id: string
    readonly status: Exclude<ClaimStatus, 'TODO'>
    readonly evidence: string
  }[]
  /** What is wrong beside the claims. */
  readonly issues: readonly {
    readonly severity: IssueSeverity
    readonly title: string
    readonly detail: string
    readonly expected?: string
    readonly verify?: string
  }[]
  readonly ambiguity: string | null
}

/** An architect's decision. */
export interface Ruling {
  /** The claim it is about; null where it is about the feature. */
  readonly claim: string | null
  readonly decision: string
  readonly reason: string
  /** What only a person can decide; null where the decision settles it. */
  readonly question: string | null
}

export interface Curation {
  readonly summary: string
  readonly memory: string
  /** Confirmed tricks that are to become part of the worker's identity, word for word. */
  readonly promote: readonly string[]
}

/** What an agent that orchestrates has decided; whether the state allows it is not its to say. */
export interface ChosenDecision {
  readonly decision: string
  readonly subject: string | null
  readonly reason: string
}

/** Something in the change that a person would want to be asked about: only the plan can call for it. */
export interface Suspicion {
  readonly kind: 'test-removed' | 'test-skipped' | 'check-edited' | 'rules-edited'
  readonly file: string
  readonly detail: string
}

/** What every end of an agent call tells. */
interface AgentOutcomeBase extends OutcomeBase {
  /** The context drops that the agent was told, and those left out, by name and digest; absent where there were none. */
  readonly context?: readonly ContextUse[]
}

export interface ContextUse {
  readonly path: string
  readonly digest: string
  /** Why it was not told; null where it was. */
  readonly leftOut: string | null
}

export interface AgentFinished extends AgentOutcomeBase {
  readonly type: 'AgentFinished'
  readonly role: string
  readonly text: string
  readonly output: AgentOutput
  readonly spending: Spending
  readonly providerSession: string | null
  readonly commit: CommitHash
  readonly tree: TreeHash
  readonly changedFiles: readonly string[]
  /** A role without write permission changed these files; the change was set aside and the answer is void. */
  readonly violation: { readonly files: readonly string[]; readonly patch: string } | null
  /** Of the only files that it may write, those that it wrote and git ignores: they are in no commit, but kept in a folder. */
  readonly ignored?: { readonly files: readonly string[]; readonly kept: string }
  /** In the whole change from the base to `commit`; absent where there is nothing suspicious. */
  readonly suspicions?: readonly Suspicion[]
}

export interface AgentFailed extends AgentOutcomeBase {
  readonly type: 'AgentFailed'
  readonly role: string
  readonly error: AgentError
  readonly spending: Spending
}

export interface ContractBroken extends AgentOutcomeBase {
  readonly type: 'ContractBroken'
  readonly role: string
  readonly contract: string
  readonly problems: readonly string[]
  readonly text: string
  readonly spending: Spending
}
