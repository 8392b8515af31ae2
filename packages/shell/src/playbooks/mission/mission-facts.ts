/** Owns what is counted and said of a mission's features and claims. Pure. */

import type { DroppedFeature } from '@harness/core/playbooks/mission/documents/dropped'
import type { ContractEntry, Feature } from '@harness/core/playbooks/mission/state/mission-document'

export interface ClaimCounts {
  readonly pass: number
  readonly fail: number
  readonly todo: number
  /** Not shown, and dropped with the only feature that claims it. */
  readonly dropped: number
}

export const countClaims = (
  contract: readonly ContractEntry[],
  dropped: readonly DroppedFeature[] = [],
): ClaimCounts => {
  const out = new Set(dropped.flatMap(({ claims }) => claims))
  const wanted = contract.filter(({ id }) => !out.has(id))
  const count = (status: ContractEntry['status']) => wanted.filter((entry) => entry.status === status).length
  return {
    pass: count('PASS'),
    fail: count('FAIL'),
    todo: count('TODO'),
    dropped: contract.length - wanted.length,
  }
}

export const countsText = ({ pass, fail, todo, dropped }: ClaimCounts): string =>
  [`${pass} pass, ${fail} fail, ${todo} to do`, ...(dropped === 0 ? [] : [`${dropped} dropped`])].join(', ')

/** The claims that hold. */
export const heldClaims = (contract: readonly ContractEntry[]): ReadonlySet<string> =>
  new Set(contract.flatMap(({ id, status }) => (status === 'PASS' ? [id] : [])))

/** `2/3`: how many of a feature's claims hold. */
export const claimsText = ({ claims }: Feature, held: ReadonlySet<string>): string =>
  `${claims.filter((id) => held.has(id)).length}/${claims.length}`

export const featureLine = (feature: Feature, held: ReadonlySet<string>): string =>
  `${feature.id} ${feature.status}, ${claimsText(feature, held)} claims, attempts ${feature.attempts}: ${feature.title}`
