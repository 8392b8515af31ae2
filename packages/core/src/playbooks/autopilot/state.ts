/** Owns how far an autopilot has come: what the session knows, and the place that it is at. */
import type { ShownLog, Suspicion } from '../../effects/run-agent.ts'
import type { Evidence } from '../../kernel/evidence.ts'
import type { CommitHash, TreeHash } from '../../kernel/ids.ts'
import type { InPhase } from '../../work/by-phase.ts'
import type { LaneAt } from '../../work/lane.ts'
import { newRun, type RunState } from '../../work/run-state.ts'
import type { OutcomeAnswer } from './answers.ts'
import type {
  DecisionMade,
  FinalReview,
  Handoff,
  PhaseLearnings,
  PhaseRecord,
  Plan,
  PlanTask,
  RecordedDecision,
  ReviewFinding,
  SessionPhase,
  SpecRead,
} from './documents.ts'
import type { AutopilotInput } from './input.ts'

export interface AutopilotState extends RunState<AutopilotInput> {
  readonly at: Place
  readonly lane: LaneAt | null
  /** The folder of the lane, for a person who works in it. */
  readonly laneFolder: string
  readonly spec: { readonly text: string; readonly digest: string | null; readonly truths: readonly string[] }
  /** In the order in which they run. */
  readonly phases: readonly NumberedPhase[]
  /** The place of the current phase among them. */
  readonly current: number
  readonly work: PhaseWork
  readonly decisions: readonly RecordedDecision[]
  readonly history: readonly PhaseRecord[]
  /** What reviewers found, by the number of the phase. */
  readonly reviews: Readonly<Record<number, readonly ReviewFinding[]>>
  readonly finalReview: FinalReview
  readonly outcome: OutcomeAnswer | null
  readonly handoff: Handoff | null
  readonly learnings: readonly PhaseLearnings[]
  /** What the project learned before; for planners and executors. */
  readonly learned: string
  /** How many of the latest phases ran out of attempts. */
  readonly failedInRow: number
  /** Suspicions that a plan calls for, or that a person passed over. */
  readonly accepted: readonly string[]
  /** The tree on which all checks passed last; null if there is none. */
  readonly proven: TreeHash | null
  /** What people were told, in order. */
  readonly said: readonly string[]
  readonly updatedAt: number
}

export interface NumberedPhase extends SessionPhase {
  /** Its place in the spec, from 1. It stays if phases are reordered. */
  readonly number: number
  /** What the spec says of it. */
  readonly text: string
}

/** What is known of the current phase. */
export interface PhaseWork {
  readonly startedAt: number
  /** The commit of the lane before the first task; null if none has started. */
  readonly start: { readonly commit: CommitHash; readonly tree: TreeHash } | null
  readonly plan: SeenPlan | null
  /** What the planner wrote; null if it wrote none. */
  readonly written: string | null
  /** If a person wanted the plan otherwise: they see the next one. */
  readonly isRevised: boolean
  readonly concerns: readonly string[]
  /** Tasks that are done, as they were when they were done. */
  readonly done: readonly Pick<PlanTask, 'id' | 'title' | 'text'>[]
  readonly retries: number
  /** Checkpoints that are passed, and what was said there. */
  readonly passed: readonly { readonly key: string; readonly words: string }[]
  readonly decisions: readonly DecisionMade[]
  readonly scratchpad: string
  /** The latest results of the checks. */
  readonly evidence: readonly Evidence[]
  /** What looks suspicious in the whole change, as it is now. */
  readonly suspicions: readonly Suspicion[]
  /** Null if it was not verified, or a person passed over it. */
  readonly verified: true | null
  readonly hasFailed: boolean
}

export interface SeenPlan {
  readonly paths: readonly string[]
  readonly digest: string
  readonly plan: Plan
  /** The plan that a person or the rules said yes to; null if there is none. */
  readonly approved: { readonly digest: string; readonly text: string } | null
}

/** What an executor is asked for: a task of the plan, or to fix what is wrong with the change. */
export type Job =
  | { readonly kind: 'task'; readonly task: PlanTask }
  | { readonly kind: 'fix'; readonly scope: Scope; readonly problems: readonly string[] }

/** A phase is verified and reviewed by itself; at the end the whole change is. */
export type Scope = 'phase' | 'final'

/** How often an executor failed in a job, and what is known of it. */
export interface Trying {
  readonly job: Job
  /** The commit of the lane before the first attempt. */
  readonly from: CommitHash
  /** 0 for the first time; then the retry, at most 3. */
  readonly attempt: number
  readonly errors: readonly string[]
  readonly logs: readonly ShownLog[]
}

interface Verifying extends Pick<Trying, 'logs'> {
  readonly scope: Scope
  readonly problems: readonly string[]
}

/** A checkpoint of a task. */
export interface Checked {
  readonly task: PlanTask
  readonly nth: number
  /** If the task is done, and only its checkpoints are left. */
  readonly executed: boolean
}

interface PlanWish {
  /** What the person wants otherwise; null if this is the first plan. */
  readonly words: string | null
  readonly skeleton: string | null
}

export type Place =
  | { readonly phase: 'open' | 'assess' | 'look' | 'plan-needed' | 'skip' }
  | (PlanWish & { readonly phase: 'skeleton' | 'plan'; readonly again: number })
  | (PlanWish & { readonly phase: 'skeleton-gate' })
  /** `number` is in the name of the file if the plain name is taken. */
  | { readonly phase: 'publish'; readonly text: string; readonly number: number }
  /** The plan is read before it is approved, and again before each task. */
  | { readonly phase: 'read'; readonly paths: readonly string[] }
  | { readonly phase: 'approve'; readonly isEdited: boolean }
  | (Checked & { readonly phase: 'checkpoint' })
  | (Omit<Checked, 'nth'> & { readonly phase: 'mark'; readonly label: string })
  | (Trying & { readonly phase: 'execute' | 'diagnose' | 'fail' | 'recover' | 'exhausted' | 'by-hand' })
  | { readonly phase: 'checks'; readonly scope: Scope }
  | ({ readonly phase: 'validate' | 'verify-gate' } & Verifying)
  | { readonly phase: 'verifier' | 'review' | 'final-review' | 'outcome'; readonly again: number }
  | {
      readonly phase: 'review-gate' | 'complete' | 'continue' | 'final-gate' | 'final-failed' | 'outcome-gate'
    }
  /** `refused`: why the last try did not work; null in the first. */
  | { readonly phase: 'deliver'; readonly refused: string | null }
  | { readonly phase: 'prove'; readonly how: 'merge' | 'pull' | 'leave' }
  | { readonly phase: 'merge' | 'pull'; readonly how: 'merge' | 'pull' }
  | { readonly phase: 'finish' | 'close' | 'over'; readonly result: Result }
  /** An agent gave nothing that can be used, twice. */
  | { readonly phase: 'void'; readonly role: string; readonly why: string; readonly back: Place }
  /** A person stopped the run; `back` opens again when it is resumed. */
  | { readonly phase: 'stopped'; readonly back: Place }

/** What became of the branch. `nothing`: no phase changed anything. */
export type Result =
  | { readonly how: 'merged'; readonly commit: CommitHash }
  | { readonly how: 'pull'; readonly url: string }
  | { readonly how: 'left' | 'nothing' | 'abandoned' }

export type In<Phase extends Place['phase']> = InPhase<Place, Phase>
export type Move = (state: AutopilotState) => AutopilotState

export const noWork: PhaseWork = {
  startedAt: 0,
  start: null,
  plan: null,
  written: null,
  isRevised: false,
  concerns: [],
  done: [],
  retries: 0,
  passed: [],
  decisions: [],
  scratchpad: '',
  evidence: [],
  suspicions: [],
  verified: null,
  hasFailed: false,
}

export function newSession(input: AutopilotInput): AutopilotState {
  const { spec, adopted, createdAt, notes } = input
  const known = adopted?.phases ?? spec.phases.map(freshPhase)
  return {
    ...newRun(input),
    at: { phase: 'open' },
    lane: null,
    laneFolder: '',
    spec: { text: spec.text, digest: null, truths: spec.truths },
    phases: known.map((phase, index) => ({
      ...phase,
      status: phase.status === 'in-progress' ? 'pending' : phase.status,
      number: index + 1,
      text: textIn(spec, phase.name, index + 1) ?? '',
    })),
    current: adopted?.currentPhase ?? 0,
    work: { ...noWork, startedAt: createdAt },
    decisions: adopted?.decisions ?? [],
    history: adopted?.history ?? [],
    reviews: input.adoptedReviews,
    finalReview: adopted?.finalReview ?? { status: 'pending', findings: [], retryCount: 0 },
    outcome: null,
    handoff: input.adoptedHandoff,
    learnings: [],
    learned: '',
    failedInRow: 0,
    accepted: [],
    proven: null,
    said: notes,
    updatedAt: createdAt,
  }
}

/** What the spec says of a phase: of that name in that place, or else of the only one of that name. */
export function textIn({ phases }: SpecRead, name: string, number: number): string | undefined {
  const named = phases.filter((one) => one.name === name)
  const same = named.find((one) => one === phases[number - 1])
  return (same ?? (named.length === 1 ? named[0] : undefined))?.text
}

const freshPhase = ({ name, complexity }: Pick<SessionPhase, 'name' | 'complexity'>): SessionPhase => ({
  name,
  complexity,
  complexityOverride: null,
  planPath: null,
  status: 'pending',
})

export const go = (state: AutopilotState, at: Place): AutopilotState => ({ ...state, hurdle: null, at })

export const say = (state: AutopilotState, ...lines: readonly string[]): AutopilotState => ({
  ...state,
  said: [...state.said, ...lines],
})

export const inWork = (state: AutopilotState, work: Partial<PhaseWork>): AutopilotState => ({
  ...state,
  work: { ...state.work, ...work },
})

export const inPhaseNow = (state: AutopilotState, change: Partial<NumberedPhase>): AutopilotState => ({
  ...state,
  phases: state.phases.map((phase, index) => (index === state.current ? { ...phase, ...change } : phase)),
})
