import type { FileChange } from '../../effects/measure-change.ts'
import { type BudgetLedger, emptyBudget } from '../../kernel/budget-ledger.ts'
import type { Evidence } from '../../kernel/evidence.ts'
import type { Finding } from '../../kernel/finding.ts'
import type { GateAnswer } from '../../kernel/gate-answer.ts'
import { agentRetries, type Hurdle } from '../../kernel/hurdle.ts'
import type { CommitHash } from '../../kernel/ids.ts'
import { timestampOf } from '../../kernel/iso-time.ts'
import type { Retrying } from '../../kernel/retrying.ts'
import { firstStop } from '../../work/attempts.ts'
import type { Vouched } from '../../work/by-hand.ts'
import type { Dispatched } from '../../work/dispatch.ts'
import { flightsBy } from '../../work/flights.ts'
import type { LaneAt } from '../../work/lane.ts'
import { nothingWatched, type Watch } from '../../work/watch.ts'
import type { IssueAnswer } from './answers.ts'
import type { HandbookDocuments, HandbookPhase, HandbookPrompt } from './handbook-document.ts'
import type { HandbookInput } from './input.ts'
import type { IterationState, KnownSoFar, TerminationReason, Violation } from './known-so-far.ts'

/** A handbook, as far as it has come. What is under way is in its flights; nothing under way and no end: read, choose. */
export interface HandbookState extends KnownSoFar, Watch {
  readonly input: HandbookInput
  /** As last read; null until then. */
  readonly documents: Documents | null
  readonly dispatched: Dispatched
  readonly flights: readonly Flight[]
  /** Whether people may have settled meanwhile what is under way: nothing more is begun before the documents are read. */
  readonly isUnread?: boolean
  /** Phases whose close has passed. */
  readonly closed: readonly number[]
  /** What the close was held to that passed since the last reading, if no box of its own tells. */
  readonly justClosed?: { readonly phase: number; readonly asked: string } | null
  /** What was begun and left behind last, by subject: its lane has taken a name. */
  readonly left?: Readonly<Record<string, Pick<Flight, 'since' | 'nth'>>>
  readonly patterns: readonly Pattern[]
  readonly spent: BudgetLedger
  /** What people should hear of, one line each. */
  readonly notes: readonly string[]
  /** Why the documents cannot be read. */
  readonly hurdle: Hurdle | null
  /** What the last critique of the whole product said; null until then. */
  readonly final: FinalCritique | null
  readonly ending: Ending | null
  /** Boxes that no record explains; null if there are none. */
  readonly doubt: Doubt | null
  /** What people vouched for when they were asked. */
  readonly vouched: readonly Vouched[]
}

/** Boxes that changed while unconfined programs worked. The documents are not taken over before a person has answered. */
export interface Doubt {
  readonly boxes: readonly DoubtedBox[]
  /** Of the handbook that the person is shown. */
  readonly digest: string
  /** What worked meanwhile. */
  readonly who: readonly string[]
  readonly next:
    | { readonly type: 'ask' | 'put-back' | 'look' }
    | { readonly type: 'accept'; readonly answer: GateAnswer }
}

export interface DoubtedBox {
  /** `1.2`, `1.close`. */
  readonly id: string
  readonly name: string
  /** Its name and line. */
  readonly at: string
  readonly is: 'done' | 'deferred'
  /** What the box stands for. */
  readonly text: string
}

export interface FinalCritique {
  /** Null if no finding could be read from the answer. */
  readonly findings: readonly Finding[] | null
  readonly issues: readonly IssueAnswer[]
  /** The answer, if nothing could be read from it. */
  readonly prose: string | null
}

/** What a pass at the first go tells others to learn from. */
export interface Pattern {
  readonly promptId: string
  readonly verb: string | null
  readonly surfaceAnchor: string | null
  readonly summary: string
  readonly evidence: readonly Evidence[]
  readonly iteration: number
  readonly ratio: number | null
  readonly durationMs: number
}

export interface Documents extends HandbookDocuments {
  readonly digests: { readonly handbook: string | null; readonly product: string; readonly design: string }
}

/** How the run ends; for a halt, what its report tells beside. */
export interface Ending {
  readonly reason: TerminationReason
  readonly promptId: string | null
  readonly failureMode: string
  readonly sections: readonly { readonly title: string; readonly text: string }[]
  /** What a person should do. */
  readonly suggestion: string
  /** Whether an earlier run came to this end: it has told all there is. */
  readonly isOld?: true
  /** Whether every box is ticked and the last critique was made: there is a ship report, whatever it says. */
  readonly isShipped?: true
}

/** One piece of work under way, with what it has come to. */
export interface Flight extends Retrying {
  readonly task: Task
  readonly step: FlightStep
  readonly since: number
  /** How often it was begun in that second; absent if it was once. Lanes are named by both. */
  readonly nth?: number
  /** Its lane could not be closed: it holds unreported work of a call that died. */
  readonly isLittered?: boolean
  /** When the documents were read for its latest dispatch. */
  readonly readAt: number
  readonly lane: PromptLane | null
  /** How often the work was asked for again. */
  readonly redispatched: number
  /** The last message of each agent that did the work. */
  readonly summaries: readonly string[]
  readonly brief: string | null
  /** The failures that each failed self-critique named. */
  readonly trail: readonly (readonly string[])[]
  /** Answers in a row that were to be a verdict and were none. */
  readonly noVerdicts: number
  /** Evidence of the last one that quotes what its agent never saw; absent if there is none. */
  readonly unseen?: readonly string[]
  /** Whether the work came to nothing the last time. */
  readonly isEmpty: boolean
  readonly change: readonly FileChange[]
  readonly evidence: readonly Evidence[]
  readonly findings: readonly Finding[]
  /** The answer was to list findings and is prose: what it found is not parsed. */
  readonly isProse?: boolean
  readonly violation: Violation | null
}

export type Task =
  /** `crafting` is the prompt that a shape without a craft of its own is crafted by. */
  | { readonly type: 'prompt'; readonly prompt: HandbookPrompt; readonly crafting: HandbookPrompt | null }
  | { readonly type: 'close'; readonly phase: HandbookPhase }
  | { readonly type: 'final' }

/** What an agent is sent for. */
export type Part = 'work' | 'self-critique' | 'craft' | 'close' | 'final'

export type FlightStep =
  /** The documents are to be read before the agent is sent. */
  | { readonly type: 'ready'; readonly part: Part }
  /** Stale if the documents were read for others, or the run was resumed, since it was chosen. */
  | { readonly type: 'open'; readonly part: Part; readonly isStale?: true }
  | { readonly type: 'agent'; readonly part: Part }
  | { readonly type: 'measure' }
  | { readonly type: 'verify' }
  | { readonly type: 'merge' }
  | { readonly type: 'shut'; readonly then: AfterShut }
  | { readonly type: 'tick' }

/** What becomes of a piece of work once its lane is closed. */
export type AfterShut =
  | { readonly type: 'tick' }
  | { readonly type: 'ready'; readonly part: Part }
  | { readonly type: 'phase-closed' }
  | { readonly type: 'halt'; readonly ending: Ending }
  /** A person has settled it, or the run has ended meanwhile. */
  | { readonly type: 'gone' }

export interface PromptLane extends LaneAt {
  readonly path: string
  /** Whether people see it under `.worktrees`. */
  readonly isWorktree: boolean
  /** The commit that the work starts from. */
  readonly start: CommitHash
}

export function initialState(input: HandbookInput): HandbookState {
  const { adopted } = input
  return {
    input,
    documents: null,
    dispatched: {},
    flights: [],
    closed: [],
    patterns: [],
    spent: emptyBudget,
    notes: [],
    hurdle: null,
    final: null,
    ending: null,
    doubt: null,
    vouched: [],
    ...nothingWatched,
    iteration: adopted === null ? freshIteration(input) : takenUp(adopted.iteration),
    predicted: adopted?.predicted ?? null,
    records: adopted?.records ?? [],
    overruns: adopted?.overruns ?? [],
    changes: adopted?.changes ?? [],
    closes: adopted?.closes ?? [],
    punchList: adopted?.punchList ?? [],
    critiques: adopted?.critiques ?? {},
    briefs: adopted?.briefs ?? {},
    violations: adopted?.violations ?? [],
  }
}

const freshIteration = ({ limits }: HandbookInput): IterationState => ({
  iteration: 0,
  ...limits,
  startedAt: 0,
  lastStepAt: 0,
  lastOutcome: null,
  status: 'running',
  terminationReason: null,
})

/** Limits and start stay those of the first run. */
const takenUp = (iteration: IterationState): IterationState => ({
  ...iteration,
  status: 'running',
  terminationReason: null,
})

/** What a prompt's text has come to, and failed at, before anybody was sent with it. */
export const nothingTried = {
  redispatched: 0,
  summaries: [],
  brief: null,
  trail: [],
  noVerdicts: 0,
  isEmpty: false,
} as const satisfies Partial<Flight>

export const newFlight = (task: Task, step: FlightStep, at: number): Flight => ({
  task,
  step,
  since: at,
  readAt: at,
  lane: null,
  ...nothingTried,
  change: [],
  evidence: [],
  findings: [],
  violation: null,
  retries: agentRetries,
  hurdle: null,
})

export function subjectOf(task: Task): string {
  switch (task.type) {
    case 'prompt':
      return task.prompt.id
    case 'close':
      return `phase-${task.phase.number}`
    case 'final':
      return 'final'
  }
}

/** Whether the run waits for the operator to fix something: nothing new is started then. */
export const isStopped = (state: HandbookState): boolean => firstStop([state, ...state.flights]) !== null

export const anchorOf = ({ anchors }: HandbookPrompt): string | null => anchors.paths[0] ?? null

export const { flightOf, withFlight, withoutFlight } = flightsBy(({ task }: Flight) => subjectOf(task))

/** Closes the lane, if there is one, before it goes on. */
export const shutting = (flight: Flight, then: AfterShut): Flight => ({
  ...flight,
  step: { type: 'shut', then },
})

/** What is known by now may speak against what a lane is being opened for: it is asked once the lane is there. */
export const outdated = (flight: Flight): Flight =>
  flight.step.type === 'open' ? { ...flight, step: { ...flight.step, isStale: true } } : flight

/** Whether its lane holds no work and no person expects it. */
export const isIdle = ({ lane }: Flight): boolean =>
  lane !== null && !lane.isWorktree && lane.commit === lane.start

/** Worktrees stay as they are, and so does what was written; an idle lane is closed. */
export function letGo(before: HandbookState, flight: Flight): HandbookState {
  const state = leftBehind(before, flight)
  return isIdle(flight)
    ? withFlight(state, shutting({ ...flight, violation: null, hurdle: null }, { type: 'gone' }))
    : withoutFlight(state, flight)
}

/** With the forbidden changes of dropped work and their place, which no other record names. */
export const leftBehind = (state: HandbookState, flight: Flight): HandbookState =>
  noted({ ...keptViolation(state, flight), left: withLeft(state, flight) }, ...worktreeLeft(flight))

const withLeft = (
  { left = {} }: HandbookState,
  { task, since, nth = 1 }: Flight,
): NonNullable<HandbookState['left']> => ({
  ...left,
  [subjectOf(task)]: { since, nth },
})

/** Told apart from what was left behind of the same subject in the same second. */
export function begunAfter({ left }: HandbookState, flight: Flight): Flight {
  const last = left?.[subjectOf(flight.task)]
  return last === undefined || timestampOf(last.since) !== timestampOf(flight.since)
    ? flight
    : { ...flight, nth: (last.nth ?? 1) + 1 }
}

export const worktreeLeft = (flight: Flight): readonly string[] =>
  flight.lane === null || isIdle(flight)
    ? []
    : [
        `The worktree of ${subjectOf(flight.task)} stays as it is: ${flight.lane.path} (${flight.lane.branch}).`,
      ]

export const noted = (state: HandbookState, ...notes: readonly string[]): HandbookState =>
  notes.length === 0 ? state : { ...state, notes: [...state.notes, ...notes] }

/** With what this work changed and should not have, if no record of the prompt will tell of it. */
export const keptViolation = (state: HandbookState, { task, violation }: Flight): HandbookState =>
  violation === null
    ? state
    : { ...state, violations: [...state.violations, { by: subjectOf(task), ...violation }] }
