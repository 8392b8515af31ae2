/** Owns reading and writing documents that are one file of the checkout each, by name. */
import { inCheckout } from '../effects/document-file.ts'
import type { EditDocuments } from '../effects/edit-documents.ts'
import type { Contents, ReadDocuments } from '../effects/read-documents.ts'
import type { CommandId } from '../kernel/ids.ts'

type Texts = Readonly<Record<string, string>>

/** `known` are the digests of documents that were read before: their text is told only if it has changed. */
export const readTexts = <Read extends Contents = Texts>(
  id: CommandId,
  paths: Texts,
  known: Readonly<Record<string, string | null>> = {},
): ReadDocuments<Read> =>
  ({
    type: 'ReadDocuments',
    id,
    files: Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, [inCheckout(path)]])),
    known: Object.fromEntries(Object.keys(paths).map((name) => [name, known[name] ?? null])),
    branch: null,
  }) as unknown as ReadDocuments<Read>

export const editTexts = <Edit>(
  id: CommandId,
  edits: readonly { readonly name: string; readonly path: string; readonly edit: Edit }[],
): EditDocuments<Edit> => ({
  type: 'EditDocuments',
  id,
  documents: Object.fromEntries(
    edits.map(({ name, path }) => [name, { files: [inCheckout(path)], expected: null }]),
  ),
  edits: edits.map(({ name, edit }) => ({ document: name, edit })),
  branch: null,
})
