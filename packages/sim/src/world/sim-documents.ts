/** Owns what a simulated world says of its documents: what they hold, and what edits make of them. */
import type { DocumentFile } from '@harness/core/effects/document-file'
import type { EditDocuments, RefusedEdit } from '@harness/core/effects/edit-documents'

export interface SimDocuments {
  /** What a document holds now; null if it is missing. */
  read(document: string, files: readonly DocumentFile[]): unknown
  edit(command: Pick<EditDocuments, 'documents' | 'edits'>): SimEdited
}

export interface SimEdited {
  /** The changes for the world's record; none if the edits stood there already. */
  readonly kinds: readonly string[]
  readonly refused: readonly RefusedEdit[]
}
