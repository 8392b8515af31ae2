/**
 * Owns the effect that reads documents of people again. A playbook says what its documents hold; the engine does not
 * know it.
 */
import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommandFailed } from './command-failed.ts'
import type { DocumentFile } from './document-file.ts'
import type { Reread } from './reread.ts'

/** What each document of a playbook holds, by the name of the document. */
export type Contents = Readonly<Record<string, unknown>>

/** Only reads, so it is safe to repeat. */
export interface ReadDocuments<Read extends Contents = Contents>
  extends Ask<'ReadDocuments', DocumentsRead<Read> | CommandFailed> {
  /** The files that each document is made from. */
  readonly files: { readonly [Name in keyof Read]: readonly DocumentFile[] }
  /** Digests of what the run knows; null if it knows nothing yet. */
  readonly known: { readonly [Name in keyof Read]: string | null }
  /** The branch that the checkout must be on; null if any will do. */
  readonly branch: string | null
}

export interface DocumentsRead<Read extends Contents = Contents> extends OutcomeBase {
  readonly type: 'DocumentsRead'
  /** A content comes back only if it changed. It is null if the document's first file is missing. */
  readonly documents: { readonly [Name in keyof Read]: Reread<Read[Name] | null> }
}
