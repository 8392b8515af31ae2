/**
 * Owns what a kind of document must say of itself so that the engine can read and edit it: how its texts become a
 * content, and what an edit makes of them. A codec is pure; the shell reads and writes the files.
 */
import type { RefusedEdit } from '@harness/core/effects/edit-documents'
import type { Parsed } from '../../text/format-problem.ts'
import type { FormatName } from '../../text/user-error-of.ts'

/** `Walked` is what is read from the first file alone. The shell keeps it as long as the file has the same bytes. */
export interface DocumentCodec<Content, Edit = never, Walked = string> {
  /** Names the document in messages. */
  readonly format: FormatName
  /** How an edit changes the first file in place; null if edits replace whole files. */
  readonly inPlace: InPlace<Edit, Walked> | null
  /** True if the document is there without its first file too, which is then an empty text. */
  readonly isOptional?: true
  walk(text: string): Walked
  /** `others` are the texts of the other files; null if a file is missing. */
  parse(walked: Walked, others: Texts): Parsed<Content>
  /** What people should hear of a content; nothing if absent. */
  notesOn?(walked: Walked): readonly string[]
  /** What edits make of whole files, in order. Absent if the document is edited in place, or only read. */
  rewrite?(texts: Texts, edits: readonly Edit[], world: EditWorld): Rewritten
}

export type AnyCodec = DocumentCodec<unknown, unknown, unknown>
export type Texts = readonly (string | null)[]

/** What a codec may ask while it applies an edit. */
export interface EditWorld {
  /** A text as the run knows it: without secrets. */
  redact(text: string): string
  /** Whether the repository has this path. */
  has(path: string): boolean
}

export interface InPlace<Edit, Walked> {
  /** Where an edit can change the text. */
  offsets(walked: Walked): readonly number[]
  /** `walked` is null if the file is missing. */
  apply(walked: Walked | null, edit: Edit, world: EditWorld): Applied<Walked>
}

export type Applied<Walked> =
  /** The edit is there already. */
  | { readonly type: 'done' }
  /** A few bytes of the first file change in place. `walked` is what a new walk would give; null if only a walk tells. */
  | { readonly type: 'patch'; readonly patch: Patch; walked(): Walked | null }
  | ({ readonly type: 'refused' } & Omit<RefusedEdit, 'edit'>)

/** Replaces `was` by `now`, which has as many bytes. `before` and `after` surround it. */
export interface Patch {
  /** In characters of the text; one of the codec's offsets. */
  readonly offset: number
  readonly before: string
  readonly was: string
  readonly now: string
  readonly after: string
}

export interface Rewritten {
  /** Written in this order. A text that is there already is left alone. */
  readonly texts: readonly WrittenText[]
  /** By their place among the edits that were given. */
  readonly refused: readonly RefusedEdit[]
}

export interface WrittenText {
  /** The file's place among the document's files. */
  readonly file: number
  /** The file in it, if it is a folder. */
  readonly name?: string
  /** Null to remove the file. */
  readonly text: string | null
  /** Whether the text that it replaces is kept beside it; it is not if absent. */
  readonly keepsOld?: boolean
}
