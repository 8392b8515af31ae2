import type { GateAnswered } from '../../effects/ask-human.ts'
import type { RefusedEdit } from '../../effects/edit-documents.ts'
import type { BudgetLedger } from '../../kernel/budget-ledger.ts'
import type { Gate } from '../../kernel/gate.ts'
import type { Hurdle } from '../../kernel/hurdle.ts'
import type { Retrying } from '../../kernel/retrying.ts'
import { firstStop } from '../../work/attempts.ts'
import type { Vouched } from '../../work/by-hand.ts'
import { countEnd, type Dispatched } from '../../work/dispatch.ts'
import { flightsBy } from '../../work/flights.ts'
import type { Watch } from '../../work/watch.ts'
import type { PlannedMission } from './answers.ts'
import type { MissionDecision } from './decisions.ts'
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
import type { KeptWork } from './look-at-base.ts'
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

/** A mission, as far as it has come: what the run itself is about, and beside it the features that are worked on. */
export interface MissionState extends Retrying, Watch {
  readonly input: MissionInput
  /** With every change that is wanted, also those that are not written yet; null until they are read. */
  readonly documents: Documents | null
  /** As they stood there at the last look, with what the run itself has written since; null before the first. */
  readonly seen: Papers | null
  readonly digests: MissionDigests
  readonly facts: MissionFacts
  /** The digest of the spec that the plan is of, or that a person continued with; null until there is one. */
  readonly plannedFrom: string | null
  /** What validators have seen to hold: only that counts where the contract says PASS. */
  readonly proven: Proofs
  /** Features whose work was merged, as far as is known: they are validated again before anybody works on them. */
  readonly landed: readonly string[]
  /** Features that have passed and that a person has yet to merge, as of the last look. */
  readonly unmerged: readonly UnmergedFeature[]
  /** Features that a person says are merged, though git does not show it: a person may change the work while merging it. */
  readonly saidMerged: readonly string[]
  /** Lanes of such features: they go once their work is in the base. */
  readonly kept: readonly KeptLane[]
  /** Features that have passed by a person's word: no run has a record of it. */
  readonly byHand: readonly string[]
  /** What people vouched for when they were asked. */
  readonly vouched: readonly Vouched[]
  /** Features that a person removed from features.json, with what they claimed. */
  readonly removed: readonly RemovedFeature[]
  /** Whether nothing has happened since the last look at documents and base. */
  readonly isFresh: boolean
  /** Features that passed without a look in a browser, though one was wanted. */
  readonly unseen: readonly string[]
  /** Changes that are still to be written. */
  readonly outbox: readonly DocumentEdit[]
  /** Changes that are being written beside whatever the run is about; null if there are none. */
  readonly flushing: Writing | null
  /** Where the roles read that work on no feature. */
  readonly desk: FeatureLane | null
  readonly main: MainStep
  readonly flights: readonly Flight[]
  readonly errands: readonly Errand[]
  /** Checkpoints that have fired and are not granted yet: those that wait, and those that were refused. */
  readonly firings: readonly FiredCheckpoint[]
  /** Checkpoints whose moment has come. */
  readonly due: readonly DueCheckpoint[]
  /** What is wrong with the product and with no feature of it: failed smoke tests, a refused end. */
  readonly openIssues: readonly Issue[]
  /** Issues that have become fixes, and the numbers given last: also where people took the fix away, it is not made again. */
  readonly converted: Converted
  /** Features about which a person has said how they go on: from there on fixes are counted again. */
  readonly fixesGranted: readonly string[]
  readonly smokeFailures: number
  /** Passed features that are not documented yet. */
  readonly undocumented: readonly string[]
  /** Documentation that could not be merged, with the branch that it is on. */
  readonly leftDocs: readonly LeftDocs[]
  /** What roles said since the memory was last curated. */
  readonly raw: readonly RawEntry[]
  readonly tricks: readonly Trick[]
  /** Decisions so far, and how many there may be. */
  readonly iteration: number
  readonly iterationLimit: number
  readonly spent: BudgetLedger
  /** How often the caps may be spent: once, and once more for each time a person grants it. */
  readonly allowance: number
  readonly isWarned: boolean
  /** People were told that not every call has a price. */
  readonly isToldUnpriced: boolean
  /** What the dearest call of each kind has cost, by the phase of its command. */
  readonly dearest: Readonly<Record<string, Dearest>>
  /** Agent calls that are under way: under a cap at most one. */
  readonly calls: readonly string[]
  /** Of those, what was paid for when the run was stopped. */
  readonly charged: readonly string[]
  /** Calls that died with their process, and what is held against the caps for them. */
  readonly lost: Lost
  readonly dispatched: Dispatched
  /** What people said with their answers that is about no feature at hand: told to every role. */
  readonly said: readonly string[]
  /** What people should hear of, one line each. */
  readonly notes: readonly string[]
  /** How many notes were there when the run was last resumed: these were said before. */
  readonly notesSaid: number
  readonly retries: Retries
  readonly hurdle: Hurdle | null
  /** The answer about the plan that went back to its role; null once there is one that can be used. */
  readonly voided: Voided | null
  /** What others changed in the documents while agents or programs were at work, and no person was asked about yet. */
  readonly changes: readonly Change[]
  /** The last decision whose snapshot is of documents without an open question; 0 if there is none. */
  readonly intactAt: number
  /** Agents and programs that are under way: whatever could write to the documents, too. */
  readonly atWork: readonly string[]
  /** The run goes on: nothing is begun before it has looked at the documents. */
  readonly isReturning: boolean
  /** The documents could not be written beside the rest: not tried again before a person has fixed them. */
  readonly isUnwritable: boolean
  /** A person has granted what others changed: the next reading is taken as it is. */
  readonly isTaking: boolean
  /** People may have edited meanwhile: read before the next decision. */
  readonly isStale: boolean
}

export type RemovedFeature = Pick<Feature, 'id' | 'claims'>

export interface KeptLane {
  readonly feature: string
  readonly lane: FeatureLane
}

export const keptWork = (kept: readonly KeptLane[]): readonly KeptWork[] =>
  kept.map(({ feature, lane }) => ({ feature, commit: lane.commit }))

/** What others changed, in a clause, and which words of it. */
export interface Change {
  readonly what: string
  readonly detail: readonly string[]
  /** The feature that is said to have passed; absent if it is another change. */
  readonly passes?: string
}

export interface LeftDocs {
  readonly features: readonly string[]
  readonly branch: string
}

export interface Documents extends Papers {
  readonly spec: string
}

/** What the run writes in, too. */
export interface Papers {
  readonly features: readonly Feature[] | null
  readonly contract: readonly ContractEntry[] | null
  readonly memory: MissionMemory
}

export interface Dearest {
  /** Null while no price is known. */
  readonly usd: number | null
  readonly tokens: number
}

export interface Lost {
  readonly calls: number
  readonly usd: number
  readonly tokens: number
}

/** A worker's hint, and the feature whose pass would confirm it. */
export interface Trick {
  readonly feature: string
  readonly text: string
  readonly isConfirmed: boolean
}

export interface Converted {
  readonly issues: readonly string[]
  readonly lastFeature: number
  readonly lastClaim: number
}

export interface DueCheckpoint {
  readonly name: string
  readonly feature: string | null
}

/** Edits on their way into the documents. */
export interface Writing {
  readonly edits: readonly DocumentEdit[]
  /** Set if others changed the documents, or edits were refused: the documents are read again. Null before that. */
  readonly refused: readonly RefusedEdit[] | null
}

/** What the run itself is about. While it is idle it decides, as soon as there is something to decide. */
export type MainStep =
  /** `back`: who is called once it is known what they are to be told. */
  | { readonly type: 'read'; readonly back?: Planning; readonly grant?: HeldGrant }
  /** The documents are read; what was read counts together with what the base has. */
  | {
      readonly type: 'look'
      readonly back?: Planning
      readonly grant?: HeldGrant
      readonly read: MissionReading
    }
  /** The desk, to begin at, or to test the product as it is merged. */
  | { readonly type: 'open'; readonly next: 'begin' | 'smoke' }
  | Planning
  | { readonly type: 'idle' }
  /** `refused`: why the answer before was. */
  | { readonly type: 'orchestrate'; readonly refused: string | null }
  | ({
      readonly type: 'write'
      readonly decision: MissionDecision | null
      readonly by: 'rules' | 'agent'
      readonly next: AfterWrite
    } & Writing)
  /** The desk is given up: it stands at an older base, or the mission is at its end. */
  | { readonly type: 'close'; readonly next: Extract<MainStep, { type: 'open' | 'over' }> }
  | { readonly type: 'smoke' }
  /** The end waits for the documentation. */
  | { readonly type: 'document' }
  | { readonly type: 'curate'; readonly next: AfterCuration }
  | OpenGate
  | { readonly type: 'over'; readonly end: 'done' | 'rejected' | 'refused' | 'replan'; readonly why: string }

export interface OpenGate {
  readonly type: 'gate'
  readonly about: GateAbout
  readonly gate: Gate
  /** Others changed the plan since it was shown. */
  readonly isOutdated?: true
}

/** Counts if the next reading finds the content that the person was shown. */
export interface HeldGrant {
  readonly gate: OpenGate
  readonly event: GateAnswered
}

export type Planning =
  /** `plan`: the one before, that was sent back, and `problems`: why. */
  | {
      readonly type: 'plan'
      readonly tries: number
      readonly problems: readonly string[]
      readonly plan: PlannedMission | null
    }
  | { readonly type: 'review' }

export type AfterWrite =
  | { readonly type: 'idle' }
  | { readonly type: 'enact' }
  | { readonly type: 'review' }
  | { readonly type: 'loop' }
  | { readonly type: 'rejected'; readonly why: string }
  | { readonly type: 'escalation'; readonly escalation: Escalating }
  | AfterCuration

/** The memory is settled before the run ends, or waits for a person who may be long in coming. */
export type AfterCuration =
  | { readonly type: 'done' }
  | { readonly type: 'ask'; readonly escalation: Escalating }

export interface Escalating {
  readonly why: string
  /** What a person is asked. */
  readonly question: string
  readonly feature: string | null
  readonly isCap: boolean
  /** Features that are to be merged: a run that finds the merge grants it, or a person who says so. */
  readonly merges?: readonly string[]
  /** What others changed, that counts once it is granted. */
  readonly changes?: readonly Change[]
  /** Where the run goes on when it is granted. */
  readonly back: MainStep
}

export type GateAbout =
  | { readonly type: 'checkpoint'; readonly checkpoint: DueCheckpoint }
  | { readonly type: 'escalation'; readonly escalation: Escalating }
  | { readonly type: 'spec' }

/** What commands are about that are about no feature. */
export const mainSubject = 'mission'

export const { flightOf, withFlight, withoutFlight } = flightsBy(({ task }: Flight) => subjectOf(task))

export const toStep = (state: MissionState, flight: Flight, step: FlightStep): MissionState =>
  withFlight(state, { ...flight, step })

export const rest = (state: MissionState, flight: Flight, why: Rest): MissionState =>
  toStep(state, flight, { type: 'rest', why })

export const noted = (state: MissionState, ...notes: readonly string[]): MissionState =>
  notes.length === 0 ? state : { ...state, notes: [...state.notes, ...notes] }

const landingSteps: ReadonlySet<FlightStep['type']> = new Set([
  'sync',
  'checks',
  'validate',
  'smoke',
  'capture',
  'ui-qa',
  'crosscheck',
  'approved',
  'merge',
  'pull',
])

/** Whether something has the base for itself, or will have it as soon as that is written down. */
export const isLanding = ({ main, flights }: MissionState): boolean =>
  (main.type === 'write' && main.decision?.name === 'NEXT_VALIDATOR') ||
  flights.some((flight) => isOnItsWay(flight) && flight.hurdle?.type !== 'gate')

/** A feature that waits for a person there blocks no other: it gets the base again once it is free. */
export const isOnItsWay = ({ step }: Flight): boolean =>
  landingSteps.has(step.type) || (step.type === 'open' && step.next === 'land')

/** Asked for again it is another call. */
export function renumbered(state: MissionState, id: string): MissionState {
  const others = (ids: readonly string[]): readonly string[] => ids.filter((one) => one !== id)
  return {
    ...state,
    calls: others(state.calls),
    atWork: others(state.atWork),
    dispatched: countEnd(state.dispatched, id),
  }
}

export const isStopped = (state: MissionState): boolean => firstStop([state, ...state.flights]) !== null

export const featureFlights = ({ flights }: MissionState): readonly Flight[] =>
  flights.filter(({ task }) => task.type === 'feature')
