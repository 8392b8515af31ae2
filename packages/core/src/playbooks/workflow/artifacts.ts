/** Owns the documents of a workflow: where each is, and what an edit of one says. */

import type { ChangedFile } from '../../effects/measure-change.ts'
import { conventionsFile } from '../../work/conventions.ts'
import type { VerifyReport } from './verify-report.ts'

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

/** Every document, by the name that its commands use. */
export const artifactNames = [
  'spec',
  'changes',
  'verify_report',
  'qa_report',
  'conventions',
  'proposal_architect',
  'proposal_senior_developer',
  'proposal_qa_specialist',
  'critique_architect',
  'critique_senior_developer',
  'critique_qa_specialist',
  'plan',
  'review_combined',
  'review_code_quality',
  'review_test_stability',
  'auto_fix_patch',
] as const
export type ArtifactName = (typeof artifactNames)[number]

const inDocs: ReadonlySet<string> = new Set<ArtifactName>(['spec', 'changes', 'verify_report', 'qa_report'])

/** Relative to the checkout, and to a lane. `docsPath` ends with a slash. */
export function artifactPath(name: ArtifactName, docsPath: string): string {
  if (inDocs.has(name)) return `${docsPath}${name}.md`
  if (name === 'conventions') return conventionsFile
  return `.harness/${/^(proposal|critique)_/.test(name) ? 'planner' : 'generator'}/${name}.md`
}

export const sessionFile = '.harness/state.json'

/** Where a run makes what it needs for itself. Other files may be there too. */
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
  ...made.filter((name) => !inDocs.has(name)).map((name) => artifactPath(name, '')),
]

export const isInDocs = (name: ArtifactName): boolean => inDocs.has(name)

/** What a spec session left for the plan, in the folder of the documents. */
export const persisted = ['qa_notes.md', 'critic_findings.md', 'conventions.md'] as const
