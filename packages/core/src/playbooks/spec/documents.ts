/** Owns the documents of a spec: their names, and the edit that writes them, all or none. */
import { inCheckout } from '../../effects/document-file.ts'
import type { EditDocuments } from '../../effects/edit-documents.ts'
import type { CommandId } from '../../kernel/ids.ts'

/** `spec.md` is the planner's of a workflow: it refines the draft and leaves it as it is. */
export const draftFile = 'spec_draft.md'
export const notesFile = 'qa_notes.md'
export const findingsFile = 'critic_findings.md'
export const conventionsFile = 'conventions.md'

/** The whole document: its files in their order. */
export interface SpecEdit {
  readonly files: readonly { readonly path: string; readonly text: string }[]
}

export type WriteSpec = EditDocuments<SpecEdit>

/** By path, relative to the checkout. */
export type SpecFiles = Readonly<Record<string, string>>

export const writeSpec = (id: CommandId, files: SpecFiles): WriteSpec => ({
  type: 'EditDocuments',
  id,
  documents: { spec: { files: Object.keys(files).map(inCheckout), expected: null } },
  edits: [
    { document: 'spec', edit: { files: Object.entries(files).map(([path, text]) => ({ path, text })) } },
  ],
  branch: null,
})
