/** Owns the documents that a mission reads: their contents and their paths. */

import type { CommandFailed } from '../../../effects/command-failed.ts'
import { type DocumentFile, inCheckout } from '../../../effects/document-file.ts'
import type { ForgeFailed } from '../../../effects/forge-failed.ts'
import type { DocumentsRead, ReadDocuments } from '../../../effects/read-documents.ts'
import type { Ask } from '../../../kernel/effect.ts'
import type { OutcomeBase } from '../../../kernel/event.ts'
import type { CommandId } from '../../../kernel/ids.ts'
import type {
  ContractEntry,
  Feature,
  MissionMemory,
  PlanVerdict,
  UnmergedFeature,
} from './mission-document.ts'

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

/** What the run knows by its digest. It writes all of them but the spec. */
export const papers = ['spec', 'features', 'contract', 'memory', 'checkpoints'] as const
export type Paper = (typeof papers)[number]

export const eachPaper = <Value>(of: (name: Paper) => Value): Readonly<Record<Paper, Value>> =>
  Object.fromEntries(papers.map((name) => [name, of(name)])) as Record<Paper, Value>

export type MissionDigests = Readonly<Record<Paper, string | null>>

/** No file has this digest: the next reading brings the document, and misses it if it is gone by then. */
export const changedByOthers = 'changed'

/** If the documents are read before the next decision: others have edited them, or may have. */
export const isStale = ({ digests }: { readonly digests: MissionDigests }): boolean =>
  Object.values(digests).includes(changedByOthers)

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

export const inMission = (path: string): DocumentFile => inCheckout(`${missionFolder}/${path}`)

/** The files of what a run both reads and writes. Identities are in the user's data directory. */
export const paperFiles = {
  features: [inMission(missionPaths.features)],
  contract: [inMission(missionPaths.contract)],
  memory: [
    inMission(missionPaths.summary),
    inMission(missionPaths.long),
    { place: 'user', path: 'identity/' } satisfies DocumentFile,
  ],
  review: [inMission(missionPaths.planReview)],
  checkpoints: [inMission(`${missionPaths.checkpoints}/`)],
}

export const readMission = (
  id: CommandId,
  specPath: string,
  known: Omit<MissionDigests, 'checkpoints'>,
): ReadMission => ({
  type: 'ReadDocuments',
  id,
  files: { spec: [inCheckout(specPath)], ...paperFiles },
  // Small, and told with every reading.
  known: { ...known, review: null, checkpoints: null },
  branch: null,
})

/** Only looks, so it is safe to repeat. */
export interface LookAtBase extends Ask<'LookAtBase', BaseLooked | ForgeFailed | CommandFailed> {
  readonly baseBranch: string
  /** Features that have passed, as the documents say. */
  readonly passed: readonly string[]
  /** What was not merged at the last look: deleting a branch merges nothing. */
  readonly known: readonly UnmergedFeature[]
}

export interface BaseLooked extends OutcomeBase {
  readonly type: 'BaseLooked'
  /** Of the passed features, those that are not in the base yet. */
  readonly unmerged: readonly UnmergedFeature[]
  /** The features that were asked about: others have passed since. Absent in records of earlier versions. */
  readonly asked?: readonly string[]
  /** Names of hooks that are in `.harness/hooks/` and can be run. */
  readonly hooks: readonly string[]
}
