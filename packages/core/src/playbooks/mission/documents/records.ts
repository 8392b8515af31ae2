/** Owns that a PASS counts only with a validator's record, or by the word of a person. */

import type { ContractEntry, Feature } from '../state/mission-document.ts'
import { type MissionState, noted } from '../state/state.ts'
import { contractOf, featuresOf, isRecorded, isSeen } from './features.ts'
import { changing, wanting } from './known-documents.ts'

/** A pass that no validator has seen is taken back. */
export function unbelieved(state: MissionState): MissionState {
  const entries = new Map(contractOf(state).map((entry) => [entry.id, entry]))
  const isUnseen = (entry: ContractEntry | undefined): boolean => entry === undefined || !isSeen(state, entry)
  const isTheirs = ({ id, status }: Feature): boolean => status === 'passed' && state.byHand.includes(id)
  const said = new Set(featuresOf(state).flatMap((one) => (isTheirs(one) ? one.claims : [])))
  const claims = [...entries.values()].filter(
    (entry) => entry.status === 'PASS' && isUnseen(entry) && !said.has(entry.id),
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
  const then = isMerged ? ' What was merged is validated again before a worker is sent.' : ''
  return noted(
    features.reduce((sum, { id }) => changing(sum, id, { status: 'todo' }), doubted),
    `Set back, for no validator of this mission has seen it pass as it stands there: ${names}.${then}`,
  )
}

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
