/**
 * Owns what an edit of the documents by others means for the run: what is to be done is theirs to say, but not what is
 * shown. An agent can write to the files as well as a person can, and nobody could tell which of them it was.
 */
import type { ContractEntry } from '../../mission-document.ts'
import { changing, wanting } from './documents.ts'
import { withDrops } from './dropped.ts'
import { contractOf, featuresOf, isSeen } from './features.ts'
import { type Flight, subjectOf } from './flight.ts'
import { withRefused } from './refused.ts'
import { type MissionState, noted } from './state.ts'

/**
 * At the first reading: what the mission before has shown counts, and what only the documents say is looked at again,
 * as work that is there already.
 */
export function takenOver(state: MissionState): MissionState {
  if (state.documents === null || state.documents.features === null) return state
  const { proven = {}, landed = [], saidMerged = [], spec = null, refused = [] } = state.input.carried ?? {}
  const { features = null, removed = [] } = state.input.carried ?? {}
  const said = featuresOf(state).flatMap(({ id, status }) => (status === 'passed' ? [id] : []))
  const unmerged = state.unmerged.filter(({ feature }) => !saidMerged.includes(feature))
  const isKept = (id: string): boolean => unmerged.some(({ feature }) => feature === id)
  const known: MissionState = withRefused(
    {
      ...state,
      removed,
      plannedFrom: spec,
      proven,
      saidMerged,
      unmerged,
      landed: [...new Set([...landed, ...said])].filter((id) => !isKept(id)),
    },
    refused,
  )
  return withDrops(known, features, () => false)
}

export const reconciled = (state: MissionState): MissionState => unbelieved(released(state))

/** A pass that no validator has seen is taken back. */
export function unbelieved(state: MissionState): MissionState {
  const entries = new Map(contractOf(state).map((entry) => [entry.id, entry]))
  const isUnseen = (entry: ContractEntry | undefined): boolean => entry === undefined || !isSeen(state, entry)
  const claims = [...entries.values()].filter((entry) => entry.status === 'PASS' && isUnseen(entry))
  const features = featuresOf(state).filter(
    (one) => one.status === 'passed' && one.claims.some((claim) => isUnseen(entries.get(claim))),
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

const merges: ReadonlySet<Flight['step']['type']> = new Set(['merge', 'pull', 'ci', 'close'])

/** Features that were taken away or blocked are let go of as soon as nothing of them is under way. */
function released(state: MissionState): MissionState {
  if (state.documents === null || state.documents.features === null) return state
  const known = new Map(featuresOf(state).map((feature) => [feature.id, feature]))
  const notes: string[] = []
  const flights = state.flights.map((flight): Flight => {
    if (flight.task.type !== 'feature' || flight.isLetGo) return flight
    const feature = known.get(flight.task.id)
    if (feature !== undefined && feature.status !== 'blocked') return flight
    const id = subjectOf(flight.task)
    notes.push(
      merges.has(flight.step.type)
        ? `${id} was being merged when it was dropped: what is merged stays.`
        : `${id} was under way when it was dropped; its lane is kept.`,
    )
    return { ...flight, isLetGo: true }
  })
  return notes.length === 0 ? state : noted({ ...state, flights }, ...notes)
}
