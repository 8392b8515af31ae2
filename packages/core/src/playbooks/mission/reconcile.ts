/**
 * Owns what an edit of the documents by others means for the run: what is to be done is theirs to say, but not what is
 * shown. An agent can write to the files as well as a person can, and nobody could tell which of them it was.
 */
import { isQuoted } from './claims.ts'
import { changing, wanting } from './documents.ts'
import { contractOf, featuresOf } from './features.ts'
import { type Flight, type MissionState, noted, subjectOf } from './state.ts'

/** Whoever begins a run vouches for what stands in the contract by then, with evidence; nothing was at work before. */
export function trusting(state: MissionState): MissionState {
  const proven = contractOf(state)
    .filter(({ status, evidence }) => status === 'PASS' && isQuoted(evidence))
    .map(({ id }) => id)
  if (proven.length === 0) return state
  return noted(
    { ...state, proven },
    `Taken over from before this run, as the contract says: ${proven.length} with evidence and PASS.`,
  )
}

export const reconciled = (state: MissionState): MissionState => unbelieved(released(state))

/** A pass that this run has neither found at its start nor seen itself is taken back. */
function unbelieved(state: MissionState): MissionState {
  const proven = new Set(state.proven)
  const claims = contractOf(state).filter(({ id, status }) => status === 'PASS' && !proven.has(id))
  const features = featuresOf(state).filter(
    (one) => one.status === 'passed' && one.claims.some((claim) => !proven.has(claim)),
  )
  if (claims.length + features.length === 0) return state
  const doubted = wanting(
    state,
    ...claims.map(({ id }) => ({ type: 'claim', id, status: 'TODO', evidence: '' }) as const),
  )
  const names = [...features, ...claims].map(({ id }) => id).join(', ')
  return noted(
    features.reduce((sum, { id }) => changing(sum, id, { status: 'todo' }), doubted),
    `Set back, for no validator of this mission has seen it pass: ${names}.`,
  )
}

/** Features that were taken away or blocked are let go of as soon as nothing of them is under way. */
function released(state: MissionState): MissionState {
  if (state.documents === null || state.documents.features === null) return state
  const known = new Map(featuresOf(state).map((feature) => [feature.id, feature]))
  const notes: string[] = []
  const flights = state.flights.map((flight): Flight => {
    if (flight.task.type !== 'feature' || flight.isLetGo) return flight
    const feature = known.get(flight.task.id)
    if (feature !== undefined && feature.status !== 'blocked') return flight
    const what = feature === undefined ? 'taken away' : 'blocked'
    notes.push(`${subjectOf(flight.task)} was ${what} by a person while it was under way; its lane is kept.`)
    return { ...flight, isLetGo: true }
  })
  return notes.length === 0 ? state : noted({ ...state, flights }, ...notes)
}
