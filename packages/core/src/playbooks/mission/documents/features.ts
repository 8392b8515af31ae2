/** Owns what the documents say about features: which are passed, which can be begun, and why the others cannot. */

import { isQuoted } from '../../../kernel/quotation.ts'
import type { ContractEntry, Feature, FiredCheckpoint } from '../state/mission-document.ts'
import type { MissionState } from '../state/state.ts'

export const featuresOf = ({ documents }: MissionState): readonly Feature[] => documents?.features ?? []
export const contractOf = ({ documents }: MissionState): readonly ContractEntry[] => documents?.contract ?? []

/** All that a feature says about its work. */
export const textOf = (feature: Feature | undefined): string =>
  feature === undefined ? '' : [feature.summary, feature.description, feature.notes].join('\n')

export const featureNamed = (state: MissionState, id: string): Feature | undefined =>
  featuresOf(state).find((feature) => feature.id === id)

export const claimsOf = (state: MissionState, { claims }: Feature): readonly ContractEntry[] => {
  const entries = entriesById(state)
  return claims.flatMap((claim) => entries.get(claim) ?? [])
}

/** Everything that a feature claims, as the contract has it; null if it claims nothing, or what the contract lacks. */
export function statedClaims(state: MissionState, id: string): readonly ContractEntry[] | null {
  const feature = featureNamed(state, id)
  const stated = feature === undefined ? [] : claimsOf(state, feature)
  return stated.length === 0 || stated.length !== feature?.claims.length ? null : stated
}

const entriesById = (state: MissionState): ReadonlyMap<string, ContractEntry> =>
  new Map(contractOf(state).map((entry) => [entry.id, entry]))

/** Whether a validator has seen that it holds, in these words. */
export const isSeen = ({ proven }: MissionState, { id, assertion }: ContractEntry): boolean =>
  Object.hasOwn(proven, id) && proven[id] === assertion

/** Whether its evidence stands in the contract and a validator has seen it, or it passes by a person's word. */
export const isProven = (state: MissionState, entry: ContractEntry): boolean =>
  entry.status === 'PASS' &&
  (state.byHand.includes(entry.id) || (isQuoted(entry.evidence) && isSeen(state, entry)))

/** If validators have seen all that it claims. */
export const isRecorded = (state: MissionState, id: string): boolean =>
  statedClaims(state, id)?.every((entry) => isSeen(state, entry)) === true

/** Features that are not dropped: a blocked one is. */
export const wantedFeatures = (state: MissionState): readonly Feature[] =>
  featuresOf(state).filter(({ status }) => status !== 'blocked')

/** A feature that no worker could ever show to work: an edit broke the plan. */
export function unshowable(state: MissionState): string | null {
  const entries = entriesById(state)
  for (const { id, claims } of wantedFeatures(state)) {
    if (claims.length === 0) return `${id} claims nothing`
    const missing = claims.find((claim) => !entries.has(claim))
    if (missing !== undefined) return `${id} claims ${missing}, which the contract does not have`
  }
  return null
}

export interface Overview {
  /** Those that are not dropped, in the order of the document. */
  readonly features: readonly Feature[]
  /** Features that a person blocked or removed. */
  readonly dropped: ReadonlySet<string>
  readonly passed: ReadonlySet<string>
  /** Of those, what a person has yet to merge: nothing can be built on it. */
  readonly unmerged: ReadonlySet<string>
  /** Of those, what a person refused after it had passed: only what fixes it is built on it. */
  readonly refused: ReadonlySet<string>
  /** Those that a worker can be sent for: everything they depend on has passed, is in the base and is wanted. */
  readonly ready: readonly Feature[]
  /** Contract entries that no feature claims, nor one that was dropped. */
  readonly unclaimed: readonly string[]
}

/** Linear in features, claims and dependencies: a thousand features are looked over with every decision. */
export function overviewOf(state: MissionState): Overview {
  const features = wantedFeatures(state)
  const entries = entriesById(state)
  const isClaimProven = (claim: string): boolean => {
    const entry = entries.get(claim)
    return entry !== undefined && isProven(state, entry)
  }
  // “passed” in a file counts by the validator's evidence in the contract, or by a person's word.
  const passed = new Set(
    features
      .filter(
        ({ id, status, claims }) =>
          status === 'passed' &&
          claims.length > 0 &&
          (state.byHand.includes(id) || claims.every(isClaimProven)),
      )
      .map(({ id }) => id),
  )
  const unmerged = new Set(state.unmerged.map(({ feature }) => feature).filter((id) => passed.has(id)))
  const refused = new Set(state.firings.flatMap(refusedOnceThere))
  const isThere = (id: string): boolean => passed.has(id) && !unmerged.has(id)
  const underWay = new Set(state.flights.flatMap(({ task }) => (task.type === 'feature' ? [task.id] : [])))
  const ready = features.filter(
    (feature) =>
      !passed.has(feature.id) &&
      !underWay.has(feature.id) &&
      feature.dependsOn.every((id) => isThere(id) && (!refused.has(id) || feature.fixes === id)) &&
      (unmerged.size === 0 || mendsMerged(feature, unmerged)),
  )
  const blocked = featuresOf(state).filter(({ status }) => status === 'blocked')
  const dropped = new Set([...blocked, ...state.removed].map(({ id }) => id))
  const claimed = new Set([...featuresOf(state), ...state.removed].flatMap(({ claims }) => claims))
  const unclaimed = [...entries.keys()].filter((claim) => !claimed.has(claim))
  return { features, dropped, passed, unmerged, refused, ready, unclaimed }
}

const refusedOnceThere = ({ feature, trigger, refusals = [] }: FiredCheckpoint): readonly string[] =>
  feature !== null && trigger === 'post-feature' && refusals.length > 0 ? [feature] : []

/** A fix is built on what it fixes; one of the product as a whole on all of it. */
const mendsMerged = ({ fixes, sourceIssueId }: Feature, unmerged: ReadonlySet<string>): boolean =>
  sourceIssueId === null || (fixes !== null && !unmerged.has(fixes))

/** Why a feature that has not passed is not begun either, in a clause; null if its dependencies are not why. */
export function whyNotBegun(
  { features, dropped, passed, refused }: Overview,
  { id, dependsOn }: Feature,
): string | null {
  if (passed.has(id)) return null
  const whys: readonly (readonly [is: (one: string) => boolean, verb: string, which: string])[] = [
    [(one) => dropped.has(one), 'depends on', ', which was dropped'],
    [(one) => features.every((other) => other.id !== one), 'depends on', ', which does not exist'],
    [(one) => refused.has(one), 'waits for', ', which a person refused'],
    [(one) => !passed.has(one), 'waits for', ''],
  ]
  for (const [is, verb, which] of whys) {
    const on = dependsOn.filter(is)
    if (on.length > 0) return `${id} ${verb} ${on.join(', ')}${which}`
  }
  return null
}

/** If a feature could be begun once what has passed is merged. */
export const isMergeAwaited = ({ features, passed, unmerged }: Overview): boolean =>
  features.some(
    (feature) =>
      !passed.has(feature.id) &&
      feature.dependsOn.every((one) => passed.has(one)) &&
      (feature.dependsOn.some((one) => unmerged.has(one)) || !mendsMerged(feature, unmerged)),
  )
