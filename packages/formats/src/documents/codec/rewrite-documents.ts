/** Owns what the edits of a command make of whole files. Pure: texts go in, and the texts that change come out. */
import type { DocumentFile } from '@harness/core/effects/document-file'
import type { EditDocuments, RefusedEdit } from '@harness/core/effects/edit-documents'
import { invariant } from '@harness/core/kernel/invariant'
import type { AnyCodec, EditWorld, WrittenText } from './document-codec.ts'
import { filesOf, folderText } from './folder-text.ts'

export interface TextChange {
  readonly file: DocumentFile
  readonly found: string | null
  /** Null to remove the file. */
  readonly text: string | null
  readonly keepsOld: boolean
}

export interface RewrittenDocuments {
  /** In the order in which they are written. */
  readonly changes: readonly TextChange[]
  /** Files that hold what the edits want, changed or not. */
  readonly written: readonly string[]
  readonly refused: readonly RefusedEdit[]
  /** The text of one of the documents' files with the edits made. */
  textOf(file: DocumentFile): string | null
}

export const keyOf = (file: DocumentFile): string =>
  `${file.place === 'lane' ? file.lane : file.place}:${file.path}`

/** Neighbouring edits of a document are made together, so that a large document is read once. */
export function rewriteDocuments(
  { documents, edits }: Pick<EditDocuments, 'documents' | 'edits'>,
  codecOf: (document: string) => AnyCodec,
  found: (file: DocumentFile) => string | null,
  world: EditWorld,
): RewrittenDocuments {
  const now = new Map<string, string | null>()
  const changes = new Map<string, TextChange>()
  const written: string[] = []
  const refused: RefusedEdit[] = []
  const textOf = (file: DocumentFile): string | null => {
    const text = now.get(keyOf(file))
    return text === undefined ? found(file) : text
  }
  const write = (file: DocumentFile, { name, text, keepsOld = false }: WrittenText): void => {
    if (name !== undefined) {
      const { [name]: _, ...others } = filesOf(textOf(file))
      now.set(keyOf(file), folderText(text === null ? others : { ...others, [name]: text }))
    } else now.set(keyOf(file), text)
    const meant = name === undefined ? file : { ...file, path: `${file.path}${name}` }
    const before = name === undefined ? found(file) : (filesOf(found(file))[name] ?? null)
    changes.set(keyOf(meant), { file: meant, found: before, text, keepsOld })
    if (text !== null) written.push(meant.path)
  }
  for (let at = 0; at < edits.length; ) {
    const document = edits[at]?.document ?? ''
    let end = at + 1
    while (edits[end]?.document === document) end++
    const codec = codecOf(document)
    if (codec.inPlace === null) {
      const files = documents[document]?.files
      invariant(files !== undefined && codec.rewrite !== undefined, `${document} can be edited`)
      const together = edits.slice(at, end).map(({ edit }) => edit)
      const result = codec.rewrite(files.map(textOf), together, world)
      for (const one of result.refused) refused.push({ ...one, edit: at + one.edit })
      for (const one of result.texts) {
        const file = files[one.file]
        invariant(file !== undefined, 'a codec writes the files of its document')
        write(file, one)
      }
    }
    at = end
  }
  const isChanged = ({ found: before, text }: TextChange): boolean => before !== text
  return { changes: [...changes.values()].filter(isChanged), written: [...new Set(written)], refused, textOf }
}
