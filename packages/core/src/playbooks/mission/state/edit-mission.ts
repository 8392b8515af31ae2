/** Owns the command that edits a mission's documents: which files an edit is about, and the decision it is of. */
import { type DocumentFile, inCheckout } from '../../../effects/document-file.ts'
import type { EditDocuments, ExpectedDocument } from '../../../effects/edit-documents.ts'
import type { CommandId } from '../../../kernel/ids.ts'
import type { MissionInput } from './input.ts'
import { inMission, type MissionDigests, missionPaths, paperFiles, papers } from './mission-contents.ts'
import type { DocumentEdit } from './mission-document.ts'

/** Every edit is also a look: what the run has read is compared, edited or not. */
export interface EditMission extends EditDocuments<DocumentEdit> {
  /** What was decided and why, if the edits are of a decision. Then a snapshot of the documents is kept. */
  readonly decision: JournaledDecision | null
}

export interface JournaledDecision {
  readonly iteration: number
  /** `NEXT_WORKER`. */
  readonly decision: string
  /** The feature or checkpoint it is about; null if it is about the whole. */
  readonly subject: string | null
  /** One sentence. */
  readonly reason: string
  readonly by: 'rules' | 'agent'
  /** How many snapshots and logs are kept; older ones are pruned. */
  readonly retention: MissionInput['retention']
}

/** By the type of an edit, the document it is made in. */
export const documentOf = {
  plan: 'plan',
  feature: 'features',
  'add-feature': 'features',
  claim: 'contract',
  'add-claim': 'contract',
  ruling: 'contract',
  'plan-review': 'review',
  escalation: 'escalation',
  'escalation-settled': 'escalation',
  checkpoint: 'checkpoints',
  'checkpoint-answered': 'checkpoints',
  remember: 'raw',
  curate: 'memory',
  promote: 'memory',
  'memory-aside': 'aside',
  debug: 'debug',
} as const satisfies Record<DocumentEdit['type'], string>

export const editMission = (
  id: CommandId,
  edits: readonly DocumentEdit[],
  specPath: string,
  digests: MissionDigests,
  decision: JournaledDecision | null = null,
): EditMission => {
  const documents: Record<string, ExpectedDocument> = {}
  for (const name of papers)
    documents[name] = {
      files: name === 'spec' ? [inCheckout(specPath)] : paperFiles[name],
      expected: digests[name],
    }
  for (const edit of edits) documents[documentOf[edit.type]] ??= { files: filesOf(edit), expected: null }
  return {
    type: 'EditDocuments',
    id,
    documents,
    edits: edits.map((edit) => ({ document: documentOf[edit.type], edit })),
    branch: null,
    decision,
  }
}

const files = {
  ...paperFiles,
  plan: [...paperFiles.features, ...paperFiles.contract, ...paperFiles.review, ...paperFiles.checkpoints],
  escalation: [inMission(missionPaths.escalation)],
  raw: [inMission(missionPaths.raw)],
  debug: [inMission(`${missionPaths.debug}/`)],
}

const filesOf = (edit: DocumentEdit): readonly DocumentFile[] =>
  edit.type === 'memory-aside'
    ? [missionPaths.raw, missionPaths.summary, missionPaths.long, `memory/${edit.to}/`].map(inMission)
    : files[documentOf[edit.type]]
