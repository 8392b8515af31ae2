/**
 * Owns that a PASS counts only with a validator's record, or by the word of a person: in a confined run only people can have
 * written it.
 */

import type { ContractEntry, Feature } from '../state/mission-document.ts'
import { type MissionState, noted, type Papers } from '../state/state.ts'
import { contractOf, featuresOf, isRecorded, isSeen } from './features.ts'
import { changing, wanting } from './known-documents.ts'

/** A pass that no validator has seen is taken back. */
export function unbelieved(state: MissionState): MissionState {
  const entries = new Map(contractOf(state).map((entry) => [entry.id, entry]))
  const isUnseen = (entry: ContractEntry | undefined): boolean =>
    entry === undefined || !(isSeen(state, entry) || state.byHand.includes(entry.id))
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

/** Features and claims that have passed, as the documents say. */
export const allPassedIn = ({
  features,
  contract,
}: Pick<Papers, 'features' | 'contract'>): readonly string[] => [
  ...passedIn(features),
  ...(contract ?? []).flatMap(({ id, status }) => (status === 'PASS' ? [id] : [])),
]

/** After a reading; `before`: features and claims that had passed, or that a run has a record of. */
export function withByHand(state: MissionState, before: readonly string[]): MissionState {
  if (!state.confined) return { ...state, byHand: [] }
  const passed = passedIn(featuresOf(state))
  const claims = contractOf(state).flatMap((entry) =>
    entry.status === 'PASS' && !isSeen(state, entry) ? [entry.id] : [],
  )
  const known = state.byHand.filter((id) => passed.includes(id) || claims.includes(id))
  const isNew = (id: string): boolean => !before.includes(id) && !known.includes(id)
  const features = passed.filter((id) => isNew(id) && !isRecorded(state, id))
  // What a feature claims that has passed by hand passes with it.
  const theirs = new Set([...known, ...features])
  const said = new Set(featuresOf(state).flatMap((one) => (theirs.has(one.id) ? one.claims : [])))
  const fresh = [...features, ...claims.filter((id) => isNew(id) && !said.has(id))]
  return noted(
    { ...state, byHand: [...known, ...fresh] },
    ...fresh.map((id) => `${id} has passed by hand: no run has a record of it.`),
  )
}
