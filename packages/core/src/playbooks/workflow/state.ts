/** Owns how far a workflow has come: what the session knows, and the phase that it is in. */
import type { ChangedFile } from '../../effects/measure-change.ts'
import type { Evidence } from '../../kernel/evidence.ts'
import type { CommitHash } from '../../kernel/ids.ts'
import type { InPhase } from '../../work/by-phase.ts'
import type { Conventions } from '../../work/conventions.ts'
import type { Confidence } from '../../work/first-line.ts'
import type { LaneAt } from '../../work/lane.ts'
import type { ModelConfig } from '../../work/model-presets.ts'
import type { Judged } from '../../work/qa-verdict.ts'
import { newRun, type RunState } from '../../work/run-state.ts'
import type { Message } from '../../work/said.ts'
import type { VerifyReport } from '../../work/verify-report.ts'
import type { Language } from '../../work/voice.ts'
import { type ArtifactEdit, type ArtifactName, artifactPath } from './artifacts.ts'
import type { AutofixState } from './autofix.ts'
import type { LayerResult, Mode, StepName, WorkflowInput } from './input.ts'
import type { WorkName, WorkSeat } from './seats.ts'
import type { Lines } from './words.ts'

/** A workflow, as far as it has come. */
export interface WorkflowState extends RunState<WorkflowInput> {
  readonly at: Place
  readonly userLang: Language
  /** The step after which the run rests; null to go on to the end. */
  readonly until: StepName | null
  readonly mode: Mode | null
  readonly modelConfig: ModelConfig | null
  readonly conventions: Conventions
  readonly conventionsText: string
  /** What a spec session left. */
  readonly notes: { readonly qa: string; readonly critic: string }
  readonly lane: LaneAt | null
  readonly round: number
  readonly layer1: Layer
  readonly layer2: Layer
  readonly autofix: AutofixState
  /** What agents wrote for other agents, by work and author. */
  readonly drafts: Partial<Readonly<Record<WorkName, Texts>>>
  readonly spec: Spec | null
  /** The real diff. */
  readonly changed: readonly ChangedFile[]
  readonly report: VerifyReport | null
  readonly qa: Evaluation | null
  /** The step whose failure the implementation is asked to fix; null in the first attempt of a round. */
  readonly failed: 'verify' | 'evaluate' | null
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

interface Layer {
  readonly result: LayerResult
  readonly retries: number
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

interface ProposedFix {
  readonly text: string
  readonly confidence: Confidence
  /** Null until it is published. */
  readonly digest: string | null
}

export type Place =
  | { readonly phase: 'open' | 'mode' | 'look' }
  /** `given`: an answer that could not be read. */
  | { readonly phase: 'model'; readonly given: string | null }
  | { readonly phase: 'conventions'; readonly ask: 'scan' | 'missing' }
  | { readonly phase: 'work'; readonly work: WorkName; readonly seats: readonly WorkSeat[] }
  | { readonly phase: 'publish'; readonly followedBy: Then; readonly edits: readonly Published[] }
  /** The spec is read again, and then a person is asked unless they have approved it. */
  | { readonly phase: 'spec'; readonly isRead: boolean }
  /** `changes`: what the implementation says of its changes, which is published then; absent if that is done. */
  | {
      readonly phase: 'measure'
      readonly followedBy: 'generate-done' | 'verify' | 'evaluate'
      readonly changes?: string | null
    }
  | { readonly phase: 'checks'; readonly part: 'build' | 'rest'; readonly evidence: readonly Evidence[] }
  | { readonly phase: 'scan'; readonly evidence: readonly Evidence[] }
  | { readonly phase: 'rest'; readonly done: StepName }
  /** A person stopped the run at a gate, which opens again when the run is resumed. */
  | { readonly phase: 'stopped'; readonly gate: 'spec' | 'verify' }
  | { readonly phase: 'verify-gate' | 'autofix-gate' | 'apply' | 'commit-gate' }
  | { readonly phase: 'verdict-gate'; readonly layer: 2 | 3 }
  | { readonly phase: 'commit'; readonly choice: CommitChoice }
  /** Before a merge the checks run on exactly what is committed. */
  | { readonly phase: 'prove' | 'merge'; readonly choice: CommitChoice; readonly commit: CommitHash }
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

interface Published {
  readonly name: ArtifactName
  readonly edit: ArtifactEdit
}

/** Works that get what others wrote. */
type Handed = 'critiques' | 'synthesis' | 'reviews' | 'implement'

/** What follows when artifacts are published. */
export type Then = Handed | 'plan' | 'spec' | 'verify' | 'autofix-gate' | `${Exclude<StepName, 'plan'>}-done`

/** A phase with what it holds. */
export type In<Phase extends Place['phase']> = InPhase<Place, Phase>

const fresh: Layer = { result: null, retries: 0 }

/** Nothing is verified or judged yet. */
export const freshLayers = { layer1: fresh, layer2: fresh }

export const newSession = (input: WorkflowInput): WorkflowState => ({
  ...newRun(input),
  at: { phase: 'open' },
  userLang: input.userLang,
  until: input.until,
  mode: input.mode,
  modelConfig: input.modelConfig === null ? null : { ...input.modelConfig, verifier: input.verifier },
  conventions: null,
  conventionsText: '',
  notes: { qa: '', critic: '' },
  lane: null,
  round: 1,
  ...freshLayers,
  autofix: 'idle',
  drafts: {},
  spec: null,
  changed: [],
  report: null,
  qa: null,
  failed: null,
  patch: null,
  published: [],
  unstaged: [],
  said: [],
  updatedAt: input.createdAt,
  result: null,
})

export type Move = (state: WorkflowState) => WorkflowState

/** Moves to another phase. */
export const go = (state: WorkflowState, at: Place): WorkflowState => ({ ...state, hurdle: null, at })

/** Publishes documents; `followedBy` comes next. */
export const publish = (
  state: WorkflowState,
  followedBy: Then,
  ...edits: readonly Published[]
): WorkflowState => go(state, { phase: 'publish', followedBy, edits })

export const pathIn = ({ input }: WorkflowState, name: ArtifactName): string =>
  artifactPath(name, input.docsPath)
