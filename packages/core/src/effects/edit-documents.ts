/** Owns the effect that edits documents of people, and how an edit is refused. */
import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommandFailed } from './command-failed.ts'
import type { DocumentFile } from './document-file.ts'

/**
 * Makes edits in order. Each is compared with the document as it is now: people may edit at any time, and their work is
 * never undone. Repeated, an edit that is there already is done.
 */
export interface EditDocuments<Edit = unknown> extends Ask<'EditDocuments', DocumentsEdited | CommandFailed> {
  /** By kind, which says what an edit means. A document without an edit is only compared. */
  readonly documents: Readonly<Record<string, ExpectedDocument>>
  readonly edits: readonly DocumentEdit<Edit>[]
  /** The branch that the checkout must be on; null if any will do. */
  readonly branch: string | null
}

export interface ExpectedDocument {
  /** The files that it is made from. A path that ends with a slash is a folder. All files are written, or none. */
  readonly files: readonly DocumentFile[]
  /** Digest of the document as the run knows it; null if the run does not know it. */
  readonly expected: string | null
}

export interface DocumentEdit<Edit = unknown> {
  /** One of the command's documents. */
  readonly document: string
  readonly edit: Edit
}

export interface DocumentsEdited extends OutcomeBase {
  readonly type: 'DocumentsEdited'
  /**
   * Null if the document differs by more than these edits from what the run expected. A document that is as expected is
   * left out, unless it has an edit.
   */
  readonly digests: Readonly<Record<string, string | null>>
  /** Files that these edits wrote as a whole, in an earlier attempt too. */
  readonly written: readonly string[]
  readonly refused: readonly RefusedEdit[]
}

export interface RefusedEdit {
  /** Its place among the edits. */
  readonly edit: number
  /**
   * `missing`: there is no such document; `gone`: it lacks the part to edit; `edited`: that part is another one by now;
   * `taken`: another file is there already; `invalid`: the document would have mistakes.
   */
  readonly reason: 'missing' | 'gone' | 'edited' | 'taken' | 'invalid'
  readonly detail: string
  /** One per mistake; empty unless `invalid`. */
  readonly problems: readonly string[]
}
