/** Owns what is counted and said of a mission's features and claims. Pure. */
import type { ContractEntry, Feature } from '@harness/core/mission-document'

export interface ClaimCounts {
  readonly pass: number
  readonly fail: number
  readonly todo: number
}

export const countClaims = (contract: readonly ContractEntry[]): ClaimCounts => {
  const count = (status: ContractEntry['status']) =>
    contract.filter((entry) => entry.status === status).length
  return { pass: count('PASS'), fail: count('FAIL'), todo: count('TODO') }
}

/** `2/3`: how many of a feature's claims hold. */
export function claimsText({ claims }: Feature, contract: readonly ContractEntry[]): string {
  const held = new Set(contract.filter(({ status }) => status === 'PASS').map(({ id }) => id))
  return `${claims.filter((id) => held.has(id)).length}/${claims.length}`
}

export const featureLine = (feature: Feature, contract: readonly ContractEntry[]): string =>
  `${feature.id} ${feature.status}, ${claimsText(feature, contract)} claims, attempts ${feature.attempts}: ${feature.title}`
