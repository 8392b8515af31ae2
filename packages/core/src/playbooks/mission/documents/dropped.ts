/**
 * Owns what a person dropped: a feature that is blocked in features.json, or removed from it. Claims that only dropped
 * features claim need not be shown. The mission can be done without them, and its end names them.
 */

import type { ContractEntry, Feature, UnmergedFeature } from '../state/mission-document.ts'
import { type MissionState, noted, type RemovedFeature } from '../state/state.ts'
import { contractOf, featuresOf, isProven, wantedFeatures } from './features.ts'

export interface DroppedFeature {
  readonly feature: string
  readonly how: 'blocked' | 'removed'
  /** Contract entries that are not shown, and need not be shown any more. */
  readonly claims: readonly string[]
}

export function droppedOf(state: MissionState): readonly DroppedFeature[] {
  const wanted = new Set(wantedFeatures(state).flatMap(({ claims }) => claims))
  const entries = new Map(contractOf(state).map((entry) => [entry.id, entry]))
  const isUnshown = (entry: ContractEntry | undefined): boolean =>
    entry !== undefined && !isProven(state, entry)
  const dropped =
    (how: DroppedFeature['how']) =>
    ({ id, claims }: RemovedFeature): DroppedFeature => ({
      feature: id,
      how,
      claims: claims.filter((claim) => !wanted.has(claim) && isUnshown(entries.get(claim))),
    })
  return [
    ...featuresOf(state).filter(isBlocked).map(dropped('blocked')),
    ...state.removed.map(dropped('removed')),
  ]
}

const isBlocked = ({ status }: Feature): boolean => status === 'blocked'

/** `F-002 (blocked, without VAL-PAY-001), F-003 (removed)`. */
export const namesDropped = (dropped: readonly DroppedFeature[]): string =>
  dropped
    .map(({ feature, how, claims }) =>
      claims.length === 0 ? `${feature} (${how})` : `${feature} (${how}, without ${claims.join(', ')})`,
    )
    .join(', ')

/** Passed features that a person has yet to merge; a dropped one is not waited for. */
export const leftToMerge = (state: MissionState): readonly UnmergedFeature[] => {
  const dropped = new Set(droppedOf(state).map(({ feature }) => feature))
  return state.unmerged.filter(({ feature }) => !dropped.has(feature))
}

/** What others dropped since the features were `before`, also of a run before. Each is said once. */
export function withDrops(
  state: MissionState,
  before: readonly (RemovedFeature & Partial<Feature>)[] | null,
): MissionState {
  const now = featuresOf(state)
  const isThere = ({ id }: RemovedFeature): boolean => now.some((one) => one.id === id)
  const wasBlocked = (before ?? []).filter(({ status }) => status === 'blocked').map(({ id }) => id)
  const gone = (before ?? [])
    .filter((one) => !isThere(one))
    .map(({ id, claims, sourceIssueId }) => ({ id, claims, sourceIssueId }))
  const blocked = now.filter((one) => isBlocked(one) && !wasBlocked.includes(one.id))
  const fresh = new Set([...blocked, ...gone].map(({ id }) => id))
  const stillGone = state.removed.filter((one) => !isThere(one) && !fresh.has(one.id))
  const next = { ...state, removed: [...stillGone, ...gone] }
  return noted(
    next,
    ...droppedOf(next)
      .filter(({ feature }) => fresh.has(feature))
      .map(dropNote),
  )
}

const dropNote = ({ feature, how, claims }: DroppedFeature): string => {
  const what = how === 'blocked' ? 'is blocked' : 'was removed'
  const without = claims.length === 0 ? '' : `, and ${claims.join(', ')} need not be shown`
  return `${feature} ${what}: it is dropped${without}.`
}
