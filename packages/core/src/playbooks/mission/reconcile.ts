/** Owns what a person's edit of the documents means for work that is under way: their word stands. */
import { featuresOf } from './features.ts'
import { type Flight, type MissionState, noted, subjectOf } from './state.ts'

/** Features that were taken away or blocked are let go of as soon as nothing of them is under way. */
export function reconciled(state: MissionState): MissionState {
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
