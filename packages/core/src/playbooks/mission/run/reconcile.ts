/** Owns what an edit of the documents by others means for the run: it counts, at any time, and nothing is asked. */

import { withDrops } from '../documents/dropped.ts'
import { featuresOf } from '../documents/features.ts'
import { allPassedIn, passedIn, unbelieved, withByHand } from '../documents/records.ts'
import { flightCommands } from '../feature/steps.ts'
import { type Flight, isMerging } from '../state/flight.ts'
import {
  type Documents,
  type MissionState,
  noted,
  renumbered,
  withFlight,
  withoutFlight,
} from '../state/state.ts'

/** At the first reading: what the mission before has shown counts. What its documents call passed is looked at again. */
export function takenOver(state: MissionState): MissionState {
  const { landed, proven, unmerged, input } = state
  const isKept = (id: string): boolean => unmerged.some(({ feature }) => feature === id)
  const all = [...new Set([...landed, ...passedIn(featuresOf(state))])]
  const known = { ...state, landed: all.filter((id) => !isKept(id)) }
  const before = [...landed, ...Object.keys(proven)]
  return reconciled(withDrops(withByHand(known, before), input.carried?.features ?? null), false)
}

/** After any later reading; `before` is what was known. `isIdle`: nothing is under way, for the run has just come back. */
export const compared = (state: MissionState, before: Documents, isIdle: boolean): MissionState =>
  reconciled(withDrops(withByHand(state, allPassedIn(before)), before.features), isIdle)

const reconciled = (state: MissionState, isIdle: boolean): MissionState => unbelieved(letGo(state, isIdle))

/** Features that were removed, blocked or done by hand are let go of. What is under way for them ends first. */
function letGo(state: MissionState, isIdle: boolean): MissionState {
  const known = new Map(featuresOf(state).map((feature) => [feature.id, feature]))
  const isWanted = (id: string): boolean =>
    known.has(id) && known.get(id)?.status !== 'blocked' && !state.byHand.includes(id)
  return state.flights.reduce((sum, flight): MissionState => {
    const { task, isLetGo } = flight
    if (task.type !== 'feature' || (!isLetGo && isWanted(task.id))) return sum
    const isOver = isUnderWayNoMore(flight, isIdle)
    const told = isLetGo ? sum : noted(sum, dropNote(task.id, isMerging(flight) && !isOver))
    return isOver ? abandoned(told, flight) : withFlight(told, { ...flight, isLetGo: true })
  }, state)
}

const dropNote = (id: string, isMerged: boolean): string =>
  isMerged
    ? `${id} was being merged when it was dropped: what is merged stays.`
    : `${id} was under way when it was dropped; its lane is kept.`

/** A stop ends the run; the feature is let go of when the run is resumed. */
const isUnderWayNoMore = (flight: Flight, isIdle: boolean): boolean => {
  const { hurdle, step } = flight
  if (isMerging(flight) || hurdle?.type === 'stop') return false
  return hurdle?.type === 'sleep' || step.type === 'rest' || step.type === 'approved' || isIdle
}

/** Its gate and its dead calls keep their numbers: the feature gets new ones if it comes back. */
const abandoned = (state: MissionState, flight: Flight): MissionState =>
  flightCommands(state, flight)
    .map(({ id }) => id)
    .reduce(renumbered, withoutFlight(state, flight))
