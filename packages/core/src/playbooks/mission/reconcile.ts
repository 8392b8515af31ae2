/**
 * Owns what an edit of the documents by others means for the run: what is to be done is theirs to say, but not what is
 * shown. An agent can write to the files as well as a person can, and the files do not show which of them did.
 */

import { subjectIn } from '../../kernel/ids.ts'
import { nextId } from '../../work/dispatch.ts'
import { isInDoubt, newlyPassed, passedChange, withByHand } from './by-hand.ts'
import { changing, wanting } from './documents.ts'
import { withDrops } from './dropped.ts'
import { contractOf, featuresOf, isSeen } from './features.ts'
import { convertedBefore } from './fixes.ts'
import { type Flight, isMerging, subjectOf } from './flight.ts'
import type { ContractEntry, Feature } from './mission-document.ts'
import { withRefused } from './refused.ts'
import { type MissionState, noted, renumbered, withFlight, withoutFlight } from './state.ts'

/**
 * At the first reading: what the mission before has shown counts, and so does what a person says has passed. If unconfined
 * programs worked since the mission before last looked, a person is asked first.
 */
export function takenOver(state: MissionState): MissionState {
  if (state.documents === null || state.documents.features === null) return state
  const { proven = {}, landed = [], saidMerged = [], spec = null, refused = [] } = state.input.carried ?? {}
  const { features = null, removed = [], passed = [], watched = [], byHand = [] } = state.input.carried ?? {}
  const said = featuresOf(state).flatMap(({ id, status }) => (status === 'passed' ? [id] : []))
  const unmerged = state.unmerged.filter(({ feature }) => !saidMerged.includes(feature))
  const isKept = (id: string): boolean => unmerged.some(({ feature }) => feature === id)
  const known: MissionState = withRefused(
    {
      ...state,
      removed,
      converted: convertedBefore(state),
      plannedFrom: spec,
      proven,
      saidMerged,
      unmerged,
      landed: [...new Set([...landed, ...said])].filter((id) => !isKept(id)),
    },
    refused,
  )
  // What the mission before merged has a record: in other words it is shown again.
  const unrecorded = newlyPassed(known, [], featuresOf(known)).filter(
    (id) => !landed.includes(id) || byHand.includes(id),
  )
  const isDoubted = (id: string): boolean => watched.length > 0 && !passed.includes(id)
  const { saidMerged: merged } = known
  const told = {
    ...withByHand(
      known,
      unrecorded.filter((id) => !isDoubted(id)),
    ),
    // What is on a branch that no person said is merged is still to be merged.
    saidMerged: merged,
    changes: [...known.changes, ...unrecorded.filter(isDoubted).map(passedChange)],
  }
  return withDrops(told, features, () => false)
}

/** After a look. `isIdle`: the run has just come back, and no agent works yet. */
export const reconciled = (state: MissionState, isIdle: boolean): MissionState =>
  unbelieved(released(state, isIdle))

/** A pass that no validator has seen is taken back, unless it is a person's word, or a person is asked about it. */
export function unbelieved(state: MissionState): MissionState {
  const entries = new Map(contractOf(state).map((entry) => [entry.id, entry]))
  const isUnseen = (entry: ContractEntry | undefined): boolean => entry === undefined || !isSeen(state, entry)
  const isTheirs = ({ id, status }: Feature): boolean =>
    status === 'passed' && (state.byHand.includes(id) || isInDoubt(state, id))
  const vouched = new Set(
    featuresOf(state)
      .filter(isTheirs)
      .flatMap((one) => one.claims),
  )
  const claims = [...entries.values()].filter(
    (entry) => entry.status === 'PASS' && isUnseen(entry) && !vouched.has(entry.id),
  )
  const features = featuresOf(state).filter(
    (one) =>
      one.status === 'passed' && !isTheirs(one) && one.claims.some((claim) => isUnseen(entries.get(claim))),
  )
  if (claims.length + features.length === 0) return state
  const doubted = wanting(
    state,
    ...claims.map(({ id }) => ({ type: 'claim', id, status: 'TODO', evidence: '' }) as const),
  )
  const names = [...features, ...claims].map(({ id }) => id).join(', ')
  const isMerged = features.some(({ id }) => state.landed.includes(id))
  const then = isMerged ? ' What was merged is validated again, before anybody works on it.' : ''
  return noted(
    features.reduce((sum, { id }) => changing(sum, id, { status: 'todo' }), doubted),
    `Set back, for no validator of this mission has seen it pass as it stands there: ${names}.${then}`,
  )
}

/** Features that were removed or blocked are released, each said once. What is under way for them ends first. */
function released(state: MissionState, isIdle: boolean): MissionState {
  if (state.documents === null || state.documents.features === null) return state
  const known = new Map(featuresOf(state).map((feature) => [feature.id, feature]))
  const isWanted = (id: string): boolean =>
    known.has(id) && known.get(id)?.status !== 'blocked' && !state.byHand.includes(id)
  return state.flights.reduce((sum, flight): MissionState => {
    const { task, isLetGo } = flight
    if (task.type !== 'feature' || (!isLetGo && isWanted(task.id))) return sum
    const isOver = isUnderWayNoMore(state, flight, isIdle)
    const told = isLetGo ? sum : noted(sum, releaseNote(task.id, isMerging(flight) && !isOver))
    return isOver ? abandoned(told, flight) : withFlight(told, { ...flight, isLetGo: true })
  }, state)
}

const releaseNote = (id: string, isMerged: boolean): string =>
  isMerged
    ? `${id} was being merged when it was dropped: what is merged stays.`
    : `${id} was under way when it was dropped; its lane is kept.`

/** Steps that the harness takes by itself; whether they are under way is not recorded. */
const untracked: ReadonlySet<Flight['step']['type']> = new Set(['sync', 'pull', 'ci', 'close'])

/** `isIdle`: no agent and no program works, and those recorded as at work died with their process. */
function isUnderWayNoMore(state: MissionState, flight: Flight, isIdle: boolean): boolean {
  const { hurdle, step } = flight
  if (hurdle?.type === 'gate') return true
  if (hurdle?.type === 'sleep') return !isMerging(flight)
  // A stop ends the run; the feature is released when the run is resumed.
  if (hurdle !== null || !isIdle || untracked.has(step.type)) return false
  return step.type !== 'merge' || commandsOf(state, flight).length === 0
}

const commandsOf = ({ atWork }: MissionState, { task }: Flight): readonly string[] =>
  atWork.filter((id) => subjectIn(id) === subjectOf(task))

/** Its gate and its dead calls keep their numbers: the feature gets new ones if it comes back. */
function abandoned(state: MissionState, flight: Flight): MissionState {
  const gate = flight.hurdle?.type === 'gate' ? [nextId(state, 'gate', subjectOf(flight.task))] : []
  return [...gate, ...commandsOf(state, flight)].reduce(renumbered, withoutFlight(state, flight))
}
