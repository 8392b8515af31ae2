/** Owns what the documents of an autopilot hold. `formats` reads and prints them; other tools write some of them too. */

export const complexities = ['low', 'medium', 'high'] as const
export type Complexity = (typeof complexities)[number]

export const rigorLevels = ['fast', 'standard', 'thorough'] as const
export type RigorLevel = (typeof rigorLevels)[number]

/** A phase as a spec has it. */
export interface SpecPhase {
  readonly name: string
  readonly complexity: Complexity
  /** What the spec says of the phase below its name. */
  readonly text: string
}

export interface SpecRead {
  readonly text: string
  readonly phases: readonly SpecPhase[]
  /** Success criteria or observable truths of the spec, a sentence each. */
  readonly truths: readonly string[]
}

export const checkpointKinds = ['human-verify', 'decision', 'human-action'] as const
export type CheckpointKind = (typeof checkpointKinds)[number]

export interface Checkpoint {
  readonly kind: CheckpointKind
  /** The text beside and below the marker. */
  readonly text: string
  /** The list items below the marker of a decision; empty if there are none. */
  readonly options: readonly string[]
}

export interface PlanTask {
  /** `1`, or `1.0.2`. */
  readonly id: string
  readonly title: string
  /** The whole section, without its heading. */
  readonly text: string
  /** Null if the task does not say; empty if it says that it changes none. */
  readonly files: readonly string[] | null
  readonly checkpoints: readonly Checkpoint[]
}

export interface Plan {
  readonly title: string
  /** The whole file, for people and agents. */
  readonly text: string
  readonly truths: readonly string[]
  readonly tasks: readonly PlanTask[]
  /** All markers of the plan, those outside of tasks too. */
  readonly checkpoints: number
  readonly warnings: readonly string[]
}

export interface DecisionMade {
  readonly what: string
  readonly why: string
}

export interface Learning {
  /** `success`, `failure`, `gotcha`, `decision`, `observation`, or a word of another tool. */
  readonly outcome: string
  readonly text: string
}

/** What a session learned in one phase. */
export interface PhaseLearnings {
  readonly title: string
  readonly learnings: readonly Learning[]
}

/** What a persona leaves for the next one: `handoff.json`. */
export interface Handoff {
  /** ISO 8601; empty if unknown. */
  readonly timestamp: string
  readonly fromSkill: string
  readonly phase: string
  readonly summary: string
  readonly completed: readonly string[]
  readonly pending: readonly string[]
  readonly concerns: readonly string[]
  readonly decisions: readonly DecisionMade[]
  readonly blockers: readonly string[]
  readonly contextKeywords: readonly string[]
}

export const findingSeverities = ['critical', 'important', 'suggestion'] as const
export type FindingSeverity = (typeof findingSeverities)[number]

export interface ReviewFinding {
  readonly severity: FindingSeverity
  readonly title: string
  readonly detail: string
  readonly file: string | null
  readonly line: number | null
}

export const isBlocking = ({ severity }: Pick<ReviewFinding, 'severity'>): boolean =>
  severity !== 'suggestion'

export type PhaseStatus = 'pending' | 'in-progress' | 'complete' | 'skipped'

/** A phase as the session has it, in the order in which phases run. */
export interface SessionPhase {
  readonly name: string
  readonly complexity: Complexity
  readonly complexityOverride: Complexity | null
  /** Relative to the checkout; more than one if another tool says so. Null if there is none yet. */
  readonly planPath: string | null
  readonly status: PhaseStatus
}

/** What may make a person look at a plan. */
export interface Signals {
  readonly reviewPlans: boolean
  readonly highComplexity: boolean
  readonly complexityOverride: Complexity | null
  readonly plannerConcerns: readonly string[]
  readonly taskCount: number
  readonly taskThreshold: number
}

/** One entry of `decisions[]`. */
export interface RecordedDecision extends DecisionMade {
  readonly state: StateName
  readonly signals?: Signals
}

/** The states of the source. `STOPPED` is none of them: a session that stops keeps its state. */
export const stateNames = [
  'INIT',
  'ASSESS',
  'PLAN',
  'APPROVE_PLAN',
  'EXECUTE',
  'VERIFY',
  'REVIEW',
  'PHASE_COMPLETE',
  'FINAL_REVIEW',
  'OUTCOME_EVAL',
  'DONE',
] as const
export type StateName = (typeof stateNames)[number]

/** One entry of `history[]`. */
export interface PhaseRecord {
  /** Its place among the phases, from 0. */
  readonly phase: number
  readonly name: string
  readonly startedAt: string
  readonly completedAt: string
  readonly tasksCompleted: number
  readonly retriesUsed: number
  readonly verificationPassed: boolean
  readonly reviewFindings: Readonly<Record<FindingSeverity, number>>
}

export interface FinalReview {
  readonly status: 'pending' | 'in_progress' | 'passed' | 'overridden' | 'failed'
  readonly findings: readonly ReviewFinding[]
  readonly retryCount: number
}

/** What `autopilot-state.json` says, whichever version another tool wrote. */
export interface SessionFile {
  /** The version that the file has, 1 to 5. */
  readonly schemaVersion: number
  readonly specPath: string
  readonly startingCommit: string | null
  readonly currentState: StateName
  /** From 0; the number of phases if all are over. */
  readonly currentPhase: number
  readonly rigorLevel: RigorLevel
  readonly reviewPlans: boolean
  readonly phases: readonly SessionPhase[]
  readonly decisions: readonly RecordedDecision[]
  readonly history: readonly PhaseRecord[]
  readonly finalReview: FinalReview
}

/** What a person wants of the phases that are still to come: `phases.json` beside the state. Numbers count from 1. */
export interface PhaseWishes {
  readonly skip: readonly number[]
  /** The phases that come first, in this order; the others follow as they are. */
  readonly order: readonly number[]
}

/** Writes a plan. `replaces` is all that may be there; null for nothing. */
export interface PlanEdit {
  readonly text: string
  readonly replaces: string | null
}

/** Appends to `failures.md` or `learnings.md` what is not there yet. `now` is ISO 8601. */
export type NotesEdit = { readonly now: string } & (
  | { readonly failure: string }
  | { readonly learnings: readonly PhaseLearnings[] }
)

/** Tells the roadmap how far a spec is. `now` is ISO 8601. */
export interface RoadmapEdit {
  readonly spec: string
  readonly status: 'in-progress' | 'done'
  readonly now: string
}
