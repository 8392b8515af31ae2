/**
 * Owns what is shown about a feature while others land before it: its merge behind them is tried, and checks run on the tree
 * that it would bring. If exactly that tree is to be shown in its turn, its checks are not run again. No more comes of it.
 */

import { type CommandId, phaseOf } from '../../../kernel/ids.ts'
import { nextId } from '../../../work/dispatch.ts'
import type { Command, Outcome } from '../state/effects.ts'
import { type Ahead, type Flight, subjectOf } from '../state/flight.ts'
import {
  featureFlights,
  flightOf,
  hasTheBase,
  isStopped,
  type MissionState,
  withFlight,
} from '../state/state.ts'

/** Begins what can be tried by now, in the order in which the features are to land. */
export const trying = (state: MissionState): MissionState =>
  state.input.isolation.onPass === 'merge' && state.input.checks.length > 0 && !isStopped(state)
    ? featureFlights(state).reduce(tried, state)
    : state

function tried(state: MissionState, { task }: Flight): MissionState {
  const flight = flightOf(state, subjectOf(task))
  if (flight === undefined || !isWaiting(flight) || isUnderWay(flight.ahead)) return state
  const before = landingBefore(state, flight)
  const behind = before.map((one) => workOf(state, one))
  const own = flight.lane?.commit
  const onto = tipOf(before.at(-1))
  return own === undefined || onto === null || isAsTried(state, flight, behind)
    ? state
    : withFlight(state, {
        ...flight,
        ahead: { behind, onto, own, step: 'merge', trial: null, evidence: [] },
      })
}

const isWaiting = ({ step, hurdle, isLetGo }: Flight): boolean =>
  step.type === 'rest' && step.why === 'worked' && hurdle === null && !isLetGo

const isUnderWay = (ahead: Ahead | null): boolean => ahead !== null && ahead.step !== 'over'

/** Whatever has the base for itself, then all whose turn comes before. */
function landingBefore(state: MissionState, flight: Flight): readonly Flight[] {
  const waiting = featureFlights(state).filter(isWaiting)
  return [...state.flights.filter(hasTheBase), ...waiting.slice(0, waiting.indexOf(flight))]
}

/** A feature as its worker left it: another one after each turn. */
function workOf({ dispatched }: MissionState, { task }: Flight): string {
  const subject = subjectOf(task)
  const turns = ['work', 'resolve', 'document'].map((phase) => dispatched[`${phase}/${subject}`] ?? 0)
  return [subject, ...turns].join('/')
}

/** What the base would be after it; null if that is not known yet. */
function tipOf(flight: Flight | undefined): Ahead['onto'] | null {
  if (flight === undefined || flight.step.type === 'resolve') return null
  const isMerged = hasTheBase(flight) && flight.step.type !== 'sync'
  return (isMerged ? flight.lane?.commit : flight.ahead?.trial?.commit) ?? null
}

/** Those that have landed since are on the base: that changes no tree. */
function isAsTried({ landed }: MissionState, { ahead, lane }: Flight, behind: readonly string[]): boolean {
  if (ahead === null || ahead.own !== lane?.commit) return false
  const hasLanded = (work: string): boolean => landed.some((id) => work.startsWith(`${id}/`))
  const left = ahead.behind.filter((work) => behind.includes(work) || !hasLanded(work))
  return left.length === behind.length && left.every((work, at) => work === behind[at])
}

const phases = { merge: 'ahead', check: 'ahead-checks' } as const

/** It stays wanted until it ends, or the feature is no longer under way. */
export function aheadCommands(state: MissionState, { task, lane, ahead }: Flight): readonly Command[] {
  if (ahead === null || ahead.step === 'over' || lane === null) return []
  const id = nextId(state, phases[ahead.step], subjectOf(task))
  const at = { id, lane: lane.lane }
  const { trial, own, onto } = ahead
  return trial === null
    ? [{ type: 'MergeAhead', ...at, commit: own, onto }]
    : [{ type: 'RunChecks', ...at, ...trial, checks: state.input.checks }]
}

export const isAboutAhead = (id: CommandId): boolean =>
  Object.values(phases).some((phase) => phase === phaseOf(id))

/** What cannot be tried ahead is met again in its turn, and is dealt with then. */
export function aheadCame(state: MissionState, flight: Flight, event: Outcome): MissionState {
  const { ahead } = flight
  if (ahead === null) return state
  const next = (more: Partial<Ahead>): MissionState =>
    withFlight(state, { ...flight, ahead: { ...ahead, step: 'over', ...more } })
  if (event.type === 'MergedAhead' && event.trial !== null) return next({ step: 'check', trial: event.trial })
  return next(event.type === 'ChecksFinished' ? { evidence: event.evidence } : {})
}

/** Checks run ahead of its turn: they are waited for, also if they are of another tree, for they use the lane's ports. */
export const isBeingShown = ({ ahead }: Flight): boolean => ahead?.step === 'check'
