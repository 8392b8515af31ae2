/** A mission, as far as it has come: what the run itself is about, and beside it the features that are worked on. */
import { type BudgetLedger, settleAt } from '../../../kernel/budget-ledger.ts'
import type { Gate } from '../../../kernel/gate.ts'
import type { Hurdle } from '../../../kernel/hurdle.ts'
import type { Retrying } from '../../../kernel/retrying.ts'
import { firstStop } from '../../../work/attempts.ts'
import { countEnd, type Dispatched } from '../../../work/dispatch.ts'
import { flightsBy } from '../../../work/flights.ts'
import { isJudgingFor } from '../../../work/judged-tests-state.ts'
import { firstSleep, type Sleep, wake } from '../../../work/wakes.ts'
import type { PlannedMission } from './answers.ts'
import type { EscalateDecision, MissionDecision } from './decision.ts'
import {
  type Errand,
  type FeatureLane,
  type Flight,
  type FlightStep,
  type Rest,
  type Retries,
  subjectOf,
  type Voided,
} from './flight.ts'
import type { MissionInput, Proofs } from './input.ts'
import type { MissionDigests, MissionReading } from './mission-contents.ts'
import type {
  ContractEntry,
  DocumentEdit,
  Feature,
  FiredCheckpoint,
  Issue,
  MissionFacts,
  MissionMemory,
  RawEntry,
  UnmergedFeature,
} from './mission-document.ts'

export interface MissionState extends Retrying {
  readonly input: MissionInput
  /** If a sandbox holds what the run starts: then only people can have edited the documents. */
  readonly confined: boolean
  readonly at: Phase
  /** With every change that is wanted, also those that are not written yet; null until they are read. */
  readonly documents: Documents | null
  readonly digests: MissionDigests
  readonly facts: MissionFacts
  /** Changes that are still to be written. */
  readonly outbox: readonly DocumentEdit[]
  /** Changes that are being written; null if there are none. */
  readonly writing: Writing | null
  /** What validators have seen to hold: only that counts if the contract says PASS. */
  readonly proven: Proofs
  /** Features whose work was merged, in order: they are validated again before a worker is sent for them. */
  readonly landed: readonly string[]
  /** Features that have passed and that a person has yet to merge, as of the last look. */
  readonly unmerged: readonly UnmergedFeature[]
  /** Features and claims that have passed by a person's word: no run has a record of it. */
  readonly byHand: readonly string[]
  /** Features that a person removed from features.json, with what they claimed and fixed. */
  readonly removed: readonly RemovedFeature[]
  /** The lane of the roles that work on no feature. */
  readonly desk: FeatureLane | null
  readonly flights: readonly Flight[]
  readonly errands: readonly Errand[]
  /** Checkpoints that have fired and are not granted yet: those that wait, and those that were refused. */
  readonly firings: readonly FiredCheckpoint[]
  /** What is wrong with the product and with no feature of it: failed smoke tests, a refused end. */
  readonly openIssues: readonly Issue[]
  readonly smokeFailures: number
  /** Passed features that are not documented yet. */
  readonly undocumented: readonly string[]
  /** Branches of documentation that was not merged. */
  readonly leftDocs: readonly string[]
  /** What roles said since the memory was last curated. */
  readonly raw: readonly RawEntry[]
  /** Merges since then. */
  readonly uncurated: number
  readonly tricks: readonly Trick[]
  /** What people said with their answers that is about no feature at hand: told to every role. */
  readonly said: readonly string[]
  /** Decisions so far, and how many there may be. */
  readonly iteration: number
  readonly iterationLimit: number
  readonly spent: BudgetLedger
  /** By call under way, what is held for it. */
  readonly reserved: Readonly<Record<string, Held>>
  /** What the dearest call of each role has cost, by the step that it is called at. */
  readonly dearest: Readonly<Record<string, Dearest>>
  /** How often the caps may be spent: once, and once more for each time a person grants it. */
  readonly allowance: number
  /** What people were told about the caps: that they are near, that not every call has a price. */
  readonly warned: readonly ('near' | 'unpriced')[]
  readonly dispatched: Dispatched
  /** What people should hear of, one line each. */
  readonly notes: readonly string[]
  /** How many notes were there when the run was last resumed: these were said before. */
  readonly notesSaid: number
  readonly retries: Retries
  readonly hurdle: Hurdle | null
  /** The answer about the plan that went back to its role; null once there is one that can be used. */
  readonly voided: Voided | null
}

export type RemovedFeature = Pick<Feature, 'id' | 'claims' | 'sourceIssueId'>

export interface Documents extends Papers {
  readonly spec: string
}

/** What the run writes in, too. */
export interface Papers {
  readonly features: readonly Feature[] | null
  readonly contract: readonly ContractEntry[] | null
  readonly memory: MissionMemory
}

export interface Price {
  readonly usd: number
  readonly tokens: number
}

export interface Held extends Price {
  /** The run was stopped, and what the call has cost until then is known. */
  readonly isPaid?: true
  /** It died with its process: only its answer will tell what it has cost. */
  readonly hasDied?: true
}

export interface Dearest {
  /** Null while no price is known. */
  readonly usd: number | null
  readonly tokens: number
}

/** A worker's hint, and the feature whose pass would confirm it. */
export interface Trick {
  readonly feature: string
  readonly text: string
  readonly isConfirmed: boolean
}

export interface DueCheckpoint {
  readonly name: string
  readonly feature: string | null
}

/** Edits on their way into the documents, and the decision that is journaled with them. */
export interface Writing {
  readonly edits: readonly DocumentEdit[]
  readonly decided: Decided | null
}

export interface Decided {
  readonly decision: MissionDecision
  readonly by: 'rules' | 'agent'
}

/** What the run itself is about. While it is idle it decides, as soon as there is something to decide. */
export type Phase =
  | Reading
  | Planning
  | { readonly phase: 'idle' }
  /** `refused`: why the answer before was. */
  | { readonly phase: 'orchestrate'; readonly refused: string | null }
  /** The decision is written down; then it is enacted. */
  | ({ readonly phase: 'decided' } & Decided)
  /** `isOpen`: the desk is at the base as it is now. */
  | { readonly phase: 'smoke'; readonly isOpen: boolean }
  /** The end waits for the documentation. */
  | { readonly phase: 'document' }
  | Curating
  | OpenGate
  | { readonly phase: 'over'; readonly end: 'done' | 'rejected' | 'refused'; readonly why: string }

export interface Curating {
  readonly phase: 'curate'
  /** Null at the end. */
  readonly next: Phase | null
  /** The source of the last that the curator is told; absent until it is called, or if it is told nothing. */
  readonly told?: string
}

/** Documents first; what was read counts together with what the base has. */
export interface Reading {
  readonly phase: 'read'
  readonly found: MissionReading | null
  /** What follows; null if that is to be found out. */
  readonly next: Phase | null
  /** The run was resumed: no feature goes on before it is known what people did meanwhile. */
  readonly isReturning: boolean
}

export interface OpenGate {
  readonly phase: 'gate'
  readonly about: GateAbout
  readonly gate: Gate
}

export type Planning =
  /** `plan`: the one before, that was sent back, and `problems`: why. */
  | {
      readonly phase: 'plan'
      readonly tries: number
      readonly problems: readonly string[]
      readonly plan: PlannedMission | null
    }
  | { readonly phase: 'review' }

export interface Escalating extends EscalateDecision {
  /** Where the run goes on when it is granted. */
  readonly back: Phase
}

export type GateAbout =
  | { readonly type: 'checkpoint'; readonly checkpoint: DueCheckpoint }
  | { readonly type: 'escalation'; readonly escalation: Escalating }

/** What commands are about that are about no feature. */
export const mainSubject = 'mission'

export const reading = (next: Reading['next'] = null, isReturning = false): Reading => ({
  phase: 'read',
  found: null,
  next,
  isReturning,
})

/** A person and the reviewer are shown what is written down, and nothing is left to be written at the end. */
export const waitsForDocuments = ({ phase }: Phase): boolean =>
  phase === 'review' || phase === 'gate' || phase === 'over'

/** Does something in the place that a reading leads back to: it came before the resume, and counts. */
export function behindReading(
  state: MissionState,
  change: (state: MissionState) => MissionState,
): MissionState {
  const { at } = state
  if (at.phase !== 'read' || at.next === null) return change(state)
  const changed = change({ ...state, at: at.next })
  return changed.at.phase === 'over' ? changed : { ...changed, at: { ...at, next: changed.at } }
}

export const { flightOf, withFlight, withoutFlight } = flightsBy(({ task }: Flight) => subjectOf(task))

export const toStep = (state: MissionState, flight: Flight, step: FlightStep): MissionState =>
  withFlight(state, { ...flight, step })

export const rest = (state: MissionState, flight: Flight, why: Rest): MissionState =>
  toStep(state, flight, { type: 'rest', why })

export const noted = (state: MissionState, ...notes: readonly string[]): MissionState =>
  notes.length === 0 ? state : { ...state, notes: [...state.notes, ...notes] }

/** At any other step a feature has the base for itself. */
const stepsBeside: readonly string[] = ['work', 'debug', 'architect', 'document', 'rest', 'ci', 'close']

export const hasTheBase = ({ step }: Flight): boolean => !stepsBeside.includes(step.type)

/** Whether something has the base for itself, or will have it as soon as that is written down. */
export const isLanding = ({ at, flights }: MissionState): boolean =>
  (at.phase === 'decided' && at.decision.name === 'NEXT_VALIDATOR') || flights.some(hasTheBase)

/** Asked for again it is another call. It never answers, nor does the judge of its tests. */
export function renumbered(state: MissionState, id: string): MissionState {
  const over = Object.keys(state.reserved).filter((call) => call === id || isJudgingFor(call, id))
  return { ...over.reduce(unanswered, state), dispatched: countEnd(state.dispatched, id) }
}

/** Nothing is held for the call any more. If it died, what was held is spent: no answer tells what it has cost. */
export function unanswered(state: MissionState, id: string): MissionState {
  const { [id]: held, ...reserved } = state.reserved
  if (held === undefined) return state
  return { ...state, reserved, spent: held.hasDied === true ? settleAt(state.spent, held) : state.spent }
}

export const isStopped = (state: MissionState): boolean => firstStop([state, ...state.flights]) !== null

export const featureFlights = ({ flights }: MissionState): readonly Flight[] =>
  flights.filter(({ task }) => task.type === 'feature')

/** The wait that ends first; null if nothing waits for a moment. */
export const nextWake = (state: MissionState): Sleep | null => firstSleep([state, ...state.flights])

/** Ends the waits up to this moment. */
export const woken = (state: MissionState, until: number): MissionState => ({
  ...wake(state, until),
  flights: state.flights.map((flight) => wake(flight, until)),
})
