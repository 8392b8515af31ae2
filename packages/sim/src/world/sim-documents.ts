/** Owns what a simulated world says of its documents: what they hold, and what an edit makes of them. */
import type { DocumentFile } from '@harness/core/effects/document-file'
import type { DocumentEdit, RefusedEdit } from '@harness/core/effects/edit-documents'

export interface SimDocuments {
  /** What a document holds now; null if it is missing. */
  read(document: string, files: readonly DocumentFile[]): unknown
  edit(edit: DocumentEdit): SimEdited
}

export type SimEdited =
  /** `kind` names the change for the world's record; null if the edit stood there already. */
  | { readonly type: 'made'; readonly kind: string | null }
  | ({ readonly type: 'refused' } & Omit<RefusedEdit, 'edit'>)
