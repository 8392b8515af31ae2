/** Owns what the documents say about features: which are passed, which can be begun, and why the others cannot. */
import type { ContractEntry, Feature } from '../../mission-document.ts'
import { isQuoted } from './claims.ts'
import type { MissionState } from './state.ts'

export const featuresOf = ({ documents }: MissionState): readonly Feature[] => documents?.features ?? []
export const contractOf = ({ documents }: MissionState): readonly ContractEntry[] => documents?.contract ?? []

export const featureNamed = (state: MissionState, id: string): Feature | undefined =>
  featuresOf(state).find((feature) => feature.id === id)

export const claimsOf = (state: MissionState, { claims }: Feature): readonly ContractEntry[] => {
  const entries = entriesById(state)
  return claims.flatMap((claim) => entries.get(claim) ?? [])
}

/** What a feature's validator is asked; of those that the contract does not have, the name alone. */
export const statedClaims = (
  state: MissionState,
  id: string,
): readonly Pick<ContractEntry, 'id' | 'assertion'>[] => {
  const entries = entriesById(state)
  return (featureNamed(state, id)?.claims ?? []).map(
    (claim) => entries.get(claim) ?? { id: claim, assertion: '' },
  )
}

const entriesById = (state: MissionState): ReadonlyMap<string, ContractEntry> =>
  new Map(contractOf(state).map((entry) => [entry.id, entry]))

/** Whether a validator has seen that it holds, in these words. */
export const isSeen = ({ proven }: MissionState, { id, assertion }: ContractEntry): boolean =>
  Object.hasOwn(proven, id) && proven[id] === assertion

export interface Overview {
  /** In the order of the document. */
  readonly features: readonly Feature[]
  readonly passed: ReadonlySet<string>
  /** Those that a worker can be sent for: everything they depend on has passed. */
  readonly ready: readonly Feature[]
  /** Contract entries that no feature claims. */
  readonly unclaimed: readonly string[]
}

/** Linear in features, claims and dependencies: a thousand features are looked over with every decision. */
export function overviewOf(state: MissionState): Overview {
  const features = featuresOf(state)
  const entries = entriesById(state)
  const isProven = (claim: string): boolean => {
    const entry = entries.get(claim)
    return entry?.status === 'PASS' && isQuoted(entry.evidence) && isSeen(state, entry)
  }
  // Whoever writes “passed” into a file has not shown it: a validator has, whose evidence stands in the contract.
  const passed = new Set(
    features
      .filter(({ status, claims }) => status === 'passed' && claims.every(isProven))
      .map(({ id }) => id),
  )
  const underWay = new Set(state.flights.flatMap(({ task }) => (task.type === 'feature' ? [task.id] : [])))
  const ready = features.filter(
    ({ id, status, dependsOn }) =>
      status !== 'blocked' &&
      !passed.has(id) &&
      !underWay.has(id) &&
      dependsOn.every((one) => passed.has(one)),
  )
  const claimed = new Set(features.flatMap(({ claims }) => claims))
  const unclaimed = [...entries.keys()].filter((claim) => !claimed.has(claim))
  return { features, passed, ready, unclaimed }
}

/** Why a feature that has not passed is not begun either, in a clause. */
export function whyNotBegun({ features, passed }: Overview, feature: Feature): string | null {
  if (passed.has(feature.id)) return null
  if (feature.status === 'blocked') return `${feature.id} is blocked`
  const missing = feature.dependsOn.find((one) => features.every(({ id }) => id !== one))
  if (missing !== undefined) return `${feature.id} depends on ${missing}, which does not exist`
  const waits = feature.dependsOn.filter((one) => !passed.has(one))
  return waits.length === 0 ? null : `${feature.id} waits for ${waits.join(', ')}`
}
