/** Owns the documents of an audit: what it reads of a lane, and what it leaves in the state directory. */
import type { DocumentFile } from '../../effects/document-file.ts'
import type { EditDocuments } from '../../effects/edit-documents.ts'
import type { ReadDocuments } from '../../effects/read-documents.ts'
import type { CommandId, LaneName } from '../../kernel/ids.ts'
import { isoTime } from '../../kernel/iso-time.ts'
import { acceptancePathOf } from '../../work/acceptance.ts'
import type { Audit } from './audit.ts'
import type { Read } from './facts.ts'
import type { Acceptance, FidelityInput } from './input.ts'
import type { Score } from './score.ts'

/** In the state directory. */
export const reportFolder = 'fidelity-reports'

const reports: DocumentFile = { place: 'state', path: `${reportFolder}/` }

export const readFacts = (
  id: CommandId,
  { specPath, planDir, completedDir, baseBranch }: FidelityInput,
  lane: LaneName,
): ReadDocuments<Read> => ({
  type: 'ReadDocuments',
  id,
  files: {
    spec: [specPath, acceptancePathOf(specPath), `${planDir}/`, `${completedDir}/`].map((path) => ({
      place: 'lane',
      lane,
      path,
    })),
    change: [{ place: 'history', branch: baseBranch, path: specPath }],
    filed: [reports],
  },
  known: { spec: null, change: null, filed: null },
  branch: null,
})

/** What an audit came to. */
export interface FidelityReport extends Score {
  readonly at: number
  readonly specPath: string
  readonly specCommit: string
  /** The tip of the base branch that was audited. */
  readonly commit: string
  readonly threshold: number
  /** A score above it needs a person: the threshold, or what a person accepted. */
  readonly bar: number
  readonly audit: Audit
}

export const slugOf = (specPath: string): string =>
  specPath
    .split('/')
    .at(-1)
    ?.replace(/(?:\.acceptance)?\.md$/, '') ?? 'spec'

/** Without its ending. */
export const reportName = ({ at, specPath }: Pick<FidelityReport, 'at' | 'specPath'>): string =>
  `${isoTime(at).slice(0, 10)}-${slugOf(specPath)}`

export const acceptedName = (specPath: string): string => `accepted-${slugOf(specPath)}.json`

export interface AcceptedReport extends Acceptance {
  readonly at: number
  readonly specPath: string
}

export type FiledEdit =
  | { readonly type: 'report'; readonly report: FidelityReport }
  | { readonly type: 'accepted'; readonly accepted: AcceptedReport }

export type FileEdit = EditDocuments<FiledEdit>

/** A report that says the same as the latest one is not written. */
export const file = (id: CommandId, edit: FiledEdit): FileEdit => ({
  type: 'EditDocuments',
  id,
  documents: { filed: { files: [reports], expected: null } },
  edits: [{ document: 'filed', edit }],
  branch: null,
})
