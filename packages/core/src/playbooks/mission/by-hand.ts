/**
 * Owns features that are said to have passed and that no validator of a run has shown. In a confined run only a person can
 * have said so: it counts. Otherwise it does not.
 */
import { featuresOf, isRecorded } from './features.ts'
import type { Feature } from './mission-document.ts'
import { type MissionState, noted } from './state.ts'

export const passedIn = (features: readonly Feature[] | null | undefined): readonly string[] =>
  (features ?? []).flatMap(({ id, status }) => (status === 'passed' ? [id] : []))

/** After a reading; `before` are those that had passed, or that a run has merged. */
export function withByHand(state: MissionState, before: readonly string[]): MissionState {
  const passed = passedIn(featuresOf(state))
  const known = state.confined ? state.byHand.filter((id) => passed.includes(id)) : []
  const fresh = passed.filter(
    (id) => state.confined && !before.includes(id) && !known.includes(id) && !isRecorded(state, id),
  )
  return noted(
    { ...state, byHand: [...known, ...fresh] },
    ...fresh.map((id) => `${id} has passed by hand: no run has a record of it.`),
  )
}
