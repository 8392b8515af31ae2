/** Owns what a run keeps of its base: if the checks pass there, and what a person said if they do not. */
import type { LaneOpened, OpenLane } from '../effects/open-lane.ts'
import type { Check } from '../kernel/check.ts'
import type { RunEnd } from '../kernel/event.ts'
import type { Evidence } from '../kernel/evidence.ts'
import { type AgentRetries, agentRetries, type Hurdle } from '../kernel/hurdle.ts'
import type { CommandId, CommitHash, RunId } from '../kernel/ids.ts'
import type { Dispatched } from './dispatch.ts'
import type { Excuse } from './red-on-base.ts'

export const baseChecks = ['before', 'beside', 'off'] as const
/** If the base is checked before the first agent starts, beside it, or not at all. */
export type BaseCheck = (typeof baseChecks)[number]

/** What a run is told about it at its start. */
export interface BaseSettings {
  readonly runId: RunId
  readonly baseBranch: string
  /** Absent in runs that began without. */
  readonly baseCheck?: BaseCheck | undefined
  readonly checks: readonly Check[]
}

/** A lane that is open. The playbook has not heard of it while the base is checked first. */
export interface BaseLane {
  readonly open: OpenLane
  readonly opened: LaneOpened
  /** True if it is to be opened once more, because the base may be another one by now. */
  readonly isStale: boolean
  /** True if the playbook has heard of it, so that an agent may have worked in it. */
  readonly isTold: boolean
  /** True after the abandoned run closed it. */
  readonly isClosed: boolean
}

export interface BaseWaiver {
  readonly by: string
  readonly at: number
  readonly why: string
}

export interface BaseFirst {
  readonly input: Pick<BaseSettings, 'runId' | 'baseBranch' | 'checks'>
  readonly mode: Exclude<BaseCheck, 'off'>
  readonly step: 'idle' | 'open' | 'check' | 'ask' | 'settled' | 'abandoned'
  readonly lanes: readonly BaseLane[]
  /** The only agent that works beside the check; null if there is none. */
  readonly agent: CommandId | null
  /** True if the check beside the agent looks at the newest commit of the base. */
  readonly newest: boolean
  /** What failed on the base at the last look. */
  readonly red: readonly Evidence[]
  readonly redCommit: CommitHash | null
  readonly excuses: readonly Excuse[]
  /** Null if no person let a red base stand. */
  readonly waiver: BaseWaiver | null
  /** How the run ends; null if no person abandoned it. */
  readonly end: RunEnd | null
  readonly dispatched: Dispatched
  readonly retries: AgentRetries
  readonly hurdle: Hurdle | null
}

/** Null if there is nothing to check. */
export function newBaseFirst({ runId, baseBranch, checks, baseCheck }: BaseSettings): BaseFirst | null {
  if (baseCheck === undefined || baseCheck === 'off' || checks.length === 0) return null
  return {
    input: { runId, baseBranch, checks },
    mode: baseCheck,
    step: 'idle',
    lanes: [],
    agent: null,
    newest: false,
    red: [],
    redCommit: null,
    excuses: [],
    waiver: null,
    end: null,
    dispatched: {},
    retries: agentRetries,
    hurdle: null,
  }
}

interface WithBaseFirst {
  readonly baseFirst?: BaseFirst
}

/** Null if the run does not look at its base. */
export const baseFirstOf = (state: unknown): BaseFirst | null => (state as WithBaseFirst).baseFirst ?? null

/** A playbook knows nothing of it, so it is put back after each event. */
export const withBaseFirst = <State>(state: State, baseFirst: BaseFirst): State => ({ ...state, baseFirst })

export const isUnsettled = ({ step }: BaseFirst): boolean => step !== 'settled' && step !== 'abandoned'

/** Lanes that an abandoned run has still to close. The checkout stays as it is, and so do lanes if an agent has worked. */
export const lanesToClose = ({ lanes, agent }: BaseFirst): readonly BaseLane[] =>
  lanes
    .filter(({ open, isTold, isClosed }) => !isClosed && !(isTold && agent !== null) && open.inPlace !== true)
    .filter(({ open }, at, left) => left.findIndex((one) => one.open.lane === open.lane) === at)

/** The lane whose base is checked; null if none is open yet. */
export const checkedLane = ({ lanes }: BaseFirst): BaseLane | null => lanes[0] ?? null

/** If the playbook has not heard yet that this lane is open. */
export const holdsLane = ({ lanes, mode, step }: BaseFirst, id: string): boolean =>
  (mode === 'before' || step === 'abandoned') && lanes.some(({ open }) => open.id === id)

/** If the lane holds the base as it is. */
export const isUntouched = ({ opened }: BaseLane): boolean => opened.commit === opened.baseCommit

/** True if every lane can be opened again at the newest base without loss. */
export const canReopen = ({ mode, lanes }: BaseFirst): boolean =>
  mode === 'before' && lanes.every((lane) => isUntouched(lane) && lane.open.inPlace !== true)

/** True if agents work in the checkout itself, whose base is fixed at the start of the run. */
export const isInPlace = ({ lanes }: BaseFirst): boolean => lanes.some(({ open }) => open.inPlace === true)
