/** Owns the documents of a release gate: what it reads of a lane, and what it leaves in the state directory. */
import type { EditDocuments } from '../../effects/edit-documents.ts'
import type { ReadDocuments } from '../../effects/read-documents.ts'
import type { CommandId, LaneName } from '../../kernel/ids.ts'
import { isoTime } from '../../kernel/iso-time.ts'
import { specPathOf } from '../../work/acceptance.ts'
import type { EnvironmentNeed, ReleaseFacts } from './facts.ts'
import type { ReleaseInput } from './input.ts'
import type { JudgedCriterion } from './verdict.ts'

export type Read = { readonly release: ReleaseFacts }

const environmentTemplate = '.env.example'
export const readyMark = 'RELEASE_READY'

export const readFacts = (
  id: CommandId,
  { acceptancePath, planDir, completedDir }: ReleaseInput,
  lane: LaneName,
): ReadDocuments<Read> => ({
  type: 'ReadDocuments',
  id,
  files: {
    release: [acceptancePath, `${planDir}/`, `${completedDir}/`, environmentTemplate].map((path) => ({
      place: 'lane',
      lane,
      path,
    })),
  },
  known: { release: null },
  branch: null,
})

/** What a release gate came to. */
export interface ReleaseReport {
  readonly at: number
  readonly acceptancePath: string
  readonly commit: string
  readonly tree: string
  readonly isReady: boolean
  readonly criteria: readonly JudgedCriterion[]
  /** Empty if no check ran, because something else was missing. */
  readonly checks: readonly {
    readonly check: string
    readonly run: string
    readonly passed: boolean
    readonly why: string
  }[]
  readonly environment: readonly EnvironmentNeed[]
  readonly problems: readonly string[]
  readonly notes: readonly string[]
}

/** Relative to the state directory, without its ending. */
export const reportName = ({ at, acceptancePath }: Pick<ReleaseReport, 'at' | 'acceptancePath'>): string => {
  const name = specPathOf(acceptancePath).split('/').at(-1)?.replace(/\.md$/, '') ?? 'spec'
  return `release-reports/${isoTime(at).slice(0, 10)}-${name}`
}

export type FileReport = EditDocuments<ReleaseReport>

/** The files are the report for programs, for people, and the mark. */
export const fileReport = (id: CommandId, report: ReleaseReport): FileReport => ({
  type: 'EditDocuments',
  id,
  documents: {
    'release-report': {
      files: [`${reportName(report)}.json`, `${reportName(report)}.md`, readyMark].map((path) => ({
        place: 'state',
        path,
      })),
      expected: null,
    },
  },
  edits: [{ document: 'release-report', edit: report }],
  branch: null,
})
