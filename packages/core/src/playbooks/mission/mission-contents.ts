/** Owns the documents that a mission reads: what they hold, and where they are. */
import { type DocumentFile, inCheckout } from '../../effects/document-file.ts'
import type { DocumentsRead, ReadDocuments } from '../../effects/read-documents.ts'
import type { CommandId } from '../../kernel/ids.ts'
import { missionRoles } from './input.ts'
import type { ContractEntry, Feature, MissionMemory, PlanVerdict } from './mission-document.ts'

export type MissionContents = {
  readonly spec: string
  readonly features: readonly Feature[]
  readonly contract: readonly ContractEntry[]
  readonly memory: MissionMemory
  /** Null if the file does not start with a verdict. */
  readonly review: { readonly verdict: PlanVerdict; readonly notes: readonly string[] } | null
  /** Names of checkpoints that have fired and were granted. */
  readonly checkpoints: readonly string[]
}

export type ReadMission = ReadDocuments<MissionContents>
export type MissionReading = DocumentsRead<MissionContents>['documents']

export interface MissionDigests {
  readonly spec: string | null
  readonly features: string | null
  readonly contract: string | null
  readonly memory: string | null
}

/** Relative to `.harness/` of the checkout. */
export const missionPaths = {
  features: 'features.json',
  contract: 'validation-contract.md',
  planReview: 'plan-review.md',
  escalation: 'escalation.md',
  checkpoints: 'checkpoints',
  raw: 'memory/raw.md',
  summary: 'memory/summary.md',
  long: 'memory/MEMORY.md',
  debug: 'debug',
  hooks: 'hooks',
} as const

export const missionFolder = '.harness'

/** In the user's data directory. */
export const identityPath = (role: string): string => `identity/${role}.md`

const inMission = (path: string): DocumentFile => inCheckout(`${missionFolder}/${path}`)

const memoryFiles: readonly DocumentFile[] = [
  inMission(missionPaths.summary),
  inMission(missionPaths.long),
  ...missionRoles.map((role): DocumentFile => ({ place: 'user', path: identityPath(role) })),
]

export const readMission = (id: CommandId, specPath: string, known: MissionDigests): ReadMission => ({
  type: 'ReadDocuments',
  id,
  files: {
    spec: [inCheckout(specPath)],
    features: [inMission(missionPaths.features)],
    contract: [inMission(missionPaths.contract)],
    memory: memoryFiles,
    review: [inMission(missionPaths.planReview)],
    checkpoints: [inMission(`${missionPaths.checkpoints}/`)],
  },
  // Small, and told with every reading.
  known: { ...known, review: null, checkpoints: null },
  branch: null,
})
