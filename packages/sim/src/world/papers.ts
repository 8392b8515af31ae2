/** Owns the documents of a simulated mission as texts, which people may edit at any time. */
import { missionPaths } from '@harness/core/playbooks/mission/mission-contents'
import type {
  ContractEntry,
  Feature,
  MissionFacts,
  MissionMemory,
} from '@harness/core/playbooks/mission/mission-document'
import { parsePlanReview } from '@harness/formats/answers/mission/plan-review-file'
import { settledCheckpoints } from '@harness/formats/documents/mission/checkpoint-files'
import { parseContract, printContract } from '@harness/formats/documents/mission/contract-file'
import type { DocumentFile } from '@harness/formats/documents/mission/edit-documents'
import { parseFeatures, printFeatures } from '@harness/formats/documents/mission/features-file'

export interface Papers {
  readonly spec: string
  /** By `keyOf`. */
  readonly files: Map<string, string>
}

export const keyOf = ({ place, path }: DocumentFile): string => `${place}:${path}`
const inRepository = (path: string): string => keyOf({ place: 'repository', path })

export const openPapers = (spec: string): Papers => ({ spec, files: new Map() })

const textOf = ({ files }: Papers, path: string): string | null => files.get(inRepository(path)) ?? null

export function featuresIn(papers: Papers): readonly Feature[] | null {
  const text = textOf(papers, missionPaths.features)
  if (text === null) return null
  const read = parseFeatures(text, missionPaths.features)
  if (!read.ok) throw new Error(`nobody here writes features that cannot be read: ${text}`)
  return read.value
}

export function contractIn(papers: Papers): readonly ContractEntry[] | null {
  const text = textOf(papers, missionPaths.contract)
  if (text === null) return null
  const read = parseContract(text, missionPaths.contract)
  if (!read.ok) throw new Error(`nobody here writes a contract that cannot be read: ${text}`)
  return read.value.entries
}

export const memoryIn = (papers: Papers): MissionMemory => ({
  summary: textOf(papers, missionPaths.summary) ?? '',
  long: textOf(papers, missionPaths.long) ?? '',
  identities: Object.fromEntries(
    [...papers.files].flatMap(([key, text]) => {
      const role = /^user:identity\/(.+)\.md$/.exec(key)?.[1]
      return role === undefined ? [] : [[role, text]]
    }),
  ),
})

export function factsIn(papers: Papers): Omit<MissionFacts, 'hooks'> {
  const review = textOf(papers, missionPaths.planReview)
  const verdict = review === null ? null : parsePlanReview(review, missionPaths.planReview)
  const folder = inRepository(`${missionPaths.checkpoints}/`)
  const names = [...papers.files.keys()].flatMap((key) =>
    key.startsWith(folder) ? [key.slice(folder.length)] : [],
  )
  return {
    planVerdict: verdict?.ok === true ? verdict.value.verdict : null,
    planNotes: verdict?.ok === true ? verdict.value.notes : [],
    fired: settledCheckpoints(names, (name) => textOf(papers, `${missionPaths.checkpoints}/${name}`)),
  }
}

/** What a person saves. */
export const saveFeatures = (papers: Papers, features: readonly Feature[]): void =>
  void papers.files.set(inRepository(missionPaths.features), printFeatures(features))
export const saveContract = (papers: Papers, contract: readonly ContractEntry[]): void =>
  void papers.files.set(inRepository(missionPaths.contract), printContract(contract))
