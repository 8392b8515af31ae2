/** Owns the documents of a workflow: where each is, and what an edit of one says. */
import type { ChangedFile } from '../../effects/measure-change.ts'
import { conventionsFile } from '../../work/conventions.ts'
import type { VerifyReport } from '../../work/verify-report.ts'

/** What an edit makes of a document. A codec prints it. */
export type ArtifactEdit =
  /** `replaces` is all that may be there, null for nothing; absent if any text is replaced. */
  | { readonly kind: 'text'; readonly text: string; readonly replaces?: string | null }
  /** `written` is what the agent wrote; null if it wrote nothing. It is corrected against the real diff. */
  | {
      readonly kind: 'changes'
      readonly written: string | null
      readonly round: number
      readonly files: readonly ChangedFile[]
    }
  | { readonly kind: 'verify-report'; readonly report: VerifyReport }

/** The folder of each document, by the name that its commands use. Null is the folder of the task's documents. */
const folders = {
  spec: null,
  changes: null,
  verify_report: null,
  qa_report: null,
  conventions: '.harness/',
  proposal_architect: '.harness/planner/',
  proposal_senior_developer: '.harness/planner/',
  proposal_qa_specialist: '.harness/planner/',
  critique_architect: '.harness/planner/',
  critique_senior_developer: '.harness/planner/',
  critique_qa_specialist: '.harness/planner/',
  plan: '.harness/generator/',
  review_combined: '.harness/generator/',
  review_code_quality: '.harness/generator/',
  review_test_stability: '.harness/generator/',
  auto_fix_patch: '.harness/generator/',
} as const

export type ArtifactName = keyof typeof folders
export const artifactNames = Object.keys(folders) as readonly ArtifactName[]

export const isInDocs = (name: ArtifactName): boolean => folders[name] === null

/** Relative to the checkout, and to a lane. `docsPath` ends with a slash. */
export const artifactPath = (name: ArtifactName, docsPath: string): string =>
  `${folders[name] ?? docsPath}${name}.md`

export const sessionFile = '.harness/state.json'

/** The folder of a run's own files. Other files may be there too. */
const workingPlaces = [
  sessionFile,
  '.harness/planner/',
  '.harness/generator/',
  conventionsFile,
  '.harness/autofix_pre_apply/',
]

/** All that a run writes into the checkout beside its change. No copy of the checkout has it. */
export const ownPlaces = (docsPath: string): readonly string[] => [docsPath, ...workingPlaces]

/** The files in `.harness/` among these documents, and the session itself. */
export const workingFiles = (made: readonly ArtifactName[]): readonly string[] => [
  sessionFile,
  ...made.filter((name) => !isInDocs(name)).map((name) => artifactPath(name, '')),
]

/** What a spec session left for the plan, in the folder of the documents. */
export const persisted = (docsPath: string): readonly string[] =>
  ['qa_notes', 'critic_findings', 'conventions'].map((name) => `${docsPath}${name}.md`)
