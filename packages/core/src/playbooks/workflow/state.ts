/** Owns how far a workflow has come: what the session knows, and the phase that it is in. */

import type { ChangedFile } from '../../effects/measure-change.ts'
import { type BudgetLedger, emptyBudget } from '../../kernel/budget-ledger.ts'
import type { Evidence } from '../../kernel/evidence.ts'
import { type AgentRetries, agentRetries, type Hurdle } from '../../kernel/hurdle.ts'
import type { CommitHash } from '../../kernel/ids.ts'
import type { Conventions } from '../../work/conventions.ts'
import type { Dispatched } from '../../work/dispatch.ts'
import type { Confidence } from '../../work/first-line.ts'
import type { LaneAt } from '../../work/lane.ts'
import type { ModelConfig } from '../../work/model-presets.ts'
import type { Judged } from '../../work/qa-verdict.ts'
import type { Message } from '../../work/said.ts'
import type { Language } from '../../work/voice.ts'
import type { ArtifactEdit, ArtifactName } from './artifacts.ts'
import type { AutofixState } from './autofix.ts'
import type { LayerResult, Mode, StepName, WorkflowInput } from './input.ts'
import type { WorkName, WorkSeat } from './seats.ts'
import type { VerifyReport } from './verify-report.ts'
import type { Lines } from './words.ts'

/** A workflow, as far as it has come. */
export interface WorkflowState extends Session {
  readonly at: Place
}

/** What every phase knows. */
interface Session {
  readonly input: WorkflowInput
  readonly dispatched: Dispatched
  readonly retries: AgentRetries
  readonly hurdle: Hurdle | null
  readonly spent: BudgetLedger
  readonly userLang: Language
  readonly until: StepName | null
  readonly mode: Mode | null
  readonly modelConfig: ModelConfig | null
  readonly conventions: Conventions
  readonly conventionsText: string
  readonly notes: { readonly qa: string; readonly critic: string }
  readonly lane: LaneAt | null
  readonly round: number
  readonly layer1: { readonly result: LayerResult; readonly retries: number }
  readonly layer2: { readonly result: LayerResult; readonly retries: number }
  readonly autofix: AutofixState
  readonly proposals: Texts
  readonly critiques: Texts
  readonly spec: Spec | null
  /** The implementation plan of this round, and what advisors say of it. */
  readonly plan: string | null
  readonly reviews: Texts
  /** The real diff. */
  readonly changed: readonly ChangedFile[]
  /** What the latest implementation says of its changes; null once it is published. */
  readonly written: string | null
  readonly report: VerifyReport | null
  readonly qa: Evaluation | null
  /** Why the implementation is asked again; null in the first attempt of a round. */
  readonly failure: Failure | null
  readonly patch: ProposedFix | null
  /** The documents that this run has written. */
  readonly published: readonly ArtifactName[]
  /** Files that could not be added to the commit: they stay. */
  readonly unstaged: readonly string[]
  /** What people were told, in order. */
  readonly said: readonly Message<Lines>[]
  readonly updatedAt: number
  readonly result: 'passed' | 'accepted-with-failures' | 'failed' | null
}

export type Texts = Readonly<Record<string, string>>

export interface Spec {
  readonly text: string
  readonly digest: string
  /** The digest that a person said yes to; null if none. */
  readonly approved: string | null
  /** What the person wants otherwise; null if nothing. */
  readonly wanted: string | null
}

/** What the evaluator said and wrote, and what it comes to. */
export interface Evaluation extends Judged {
  readonly line: string
  readonly text: string
}

export interface Failure {
  readonly from: 'verify' | 'evaluate' | 'round'
  readonly line: string
  readonly report: string
}

export interface ProposedFix {
  readonly text: string
  readonly line: string
  readonly confidence: Confidence
  /** Null until it is published. */
  readonly digest: string | null
}

export type Place =
  | { readonly phase: 'open' | 'mode' | 'look' }
  | { readonly phase: 'model'; readonly tries: number; readonly given: string | null }
  | { readonly phase: 'conventions'; readonly ask: 'scan' | 'missing'; readonly tries: number }
  /** `tries`: how often the conventions were scanned before. */
  | {
      readonly phase: 'work'
      readonly work: WorkName
      readonly seats: readonly WorkSeat[]
      readonly tries?: number
    }
  | { readonly phase: 'publish'; readonly followedBy: Then; readonly edits: readonly Published[] }
  /** The spec is read again, and then a person is asked unless they have approved it. `wanted`: it is revised first. */
  | { readonly phase: 'spec'; readonly isRead: boolean; readonly wanted?: string }
  /** After an implementation its document is published; else what `followedBy` says comes next. */
  | { readonly phase: 'measure'; readonly followedBy: 'publish' | 'verify' | 'evaluate' }
  | { readonly phase: 'checks'; readonly part: 'build' | 'rest'; readonly evidence: readonly Evidence[] }
  | { readonly phase: 'scan'; readonly evidence: readonly Evidence[] }
  | { readonly phase: 'rest'; readonly done: StepName }
  /** A person stopped the run at a gate, which opens again when the run is resumed. */
  | { readonly phase: 'stopped'; readonly gate: 'spec' | 'verify' }
  | { readonly phase: 'verify-gate' | 'autofix-gate' | 'apply' }
  | { readonly phase: 'verdict-gate'; readonly layer: 2 | 3 }
  | { readonly phase: 'commit-gate' }
  | { readonly phase: 'commit'; readonly choice: CommitChoice }
  /** Before a merge the checks run on exactly what is committed. */
  | { readonly phase: 'prove'; readonly choice: CommitChoice; readonly commit: CommitHash }
  | { readonly phase: 'merge'; readonly choice: CommitChoice; readonly commit: CommitHash }
  | (Ending & { readonly phase: 'clean' | 'close' })
  | (Partial<Ending> & { readonly phase: 'over' })

/** What became of the change. */
interface Ending {
  readonly choice: CommitChoice
  /** Null if nothing was committed. */
  readonly commit: CommitHash | null
  readonly merged: boolean
}

export type CommitChoice = 'code' | 'all' | 'none'

export interface Published {
  readonly name: ArtifactName
  readonly edit: ArtifactEdit
}

/** What follows when artifacts are published. */
export type Then =
  | 'plan'
  | 'critiques'
  | 'synthesis'
  | 'spec'
  | 'reviews'
  | 'implement'
  | 'generate-done'
  | 'verify'
  | 'verify-done'
  | 'evaluate-done'
  | 'autofix-gate'

/** A phase with what it holds. */
export type In<Phase extends Place['phase']> = Extract<Place, { readonly phase: Phase }>

export const newSession = (input: WorkflowInput): WorkflowState => ({
  at: { phase: 'open' },
  input,
  dispatched: {},
  retries: agentRetries,
  hurdle: null,
  spent: emptyBudget,
  userLang: input.userLang,
  until: input.until,
  mode: input.mode,
  modelConfig: input.modelConfig === null ? null : { ...input.modelConfig, verifier: input.verifier },
  conventions: null,
  conventionsText: '',
  notes: { qa: '', critic: '' },
  lane: null,
  round: 1,
  layer1: { result: null, retries: 0 },
  layer2: { result: null, retries: 0 },
  autofix: 'idle',
  proposals: {},
  critiques: {},
  spec: null,
  plan: null,
  reviews: {},
  changed: [],
  written: null,
  report: null,
  qa: null,
  failure: null,
  patch: null,
  published: [],
  unstaged: [],
  said: [],
  updatedAt: input.createdAt,
  result: null,
})

/** Moves to another phase. */
export const go = (state: WorkflowState, at: Place): WorkflowState => ({ ...state, hurdle: null, at })
