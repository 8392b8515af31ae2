/** Owns the documents of a simulated mission as texts, which people may edit at any time. */
import { inCheckout } from '@harness/core/effects/document-file'
import { inMission, missionPaths } from '@harness/core/playbooks/mission/state/mission-contents'
import type { ContractEntry, Feature } from '@harness/core/playbooks/mission/state/mission-document'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'
import { parseContract, printContract } from '@harness/formats/documents/mission/contract-file'
import { parseFeatures, printFeatures } from '@harness/formats/documents/mission/features-file'
import type { TextFiles } from './text-documents.ts'

export type Papers = TextFiles

const featuresKey = keyOf(inMission(missionPaths.features))
const contractKey = keyOf(inMission(missionPaths.contract))

export const openPapers = (specPath: string, spec: string): Papers =>
  new Map([[keyOf(inCheckout(specPath)), spec]])

export function featuresIn(papers: Papers): readonly Feature[] | null {
  const text = papers.get(featuresKey)
  if (text === undefined) return null
  const read = parseFeatures(text, missionPaths.features)
  if (!read.ok) throw new Error(`no person here writes features that cannot be read: ${text}`)
  return read.value
}

export function contractIn(papers: Papers): readonly ContractEntry[] | null {
  const text = papers.get(contractKey)
  if (text === undefined) return null
  const read = parseContract(text, missionPaths.contract)
  if (!read.ok) throw new Error(`no person here writes a contract that cannot be read: ${text}`)
  return read.value.entries
}

/** What a person saves. */
export const saveFeatures = (papers: Papers, features: readonly Feature[]): void =>
  void papers.set(featuresKey, printFeatures(features))
export const saveContract = (papers: Papers, contract: readonly ContractEntry[]): void =>
  void papers.set(contractKey, printContract(contract))
