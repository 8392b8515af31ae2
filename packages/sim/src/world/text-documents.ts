/** Owns documents that are texts in the simulated world: the codecs of the playbook read and edit them. */
import type { DocumentFile } from '@harness/core/effects/document-file'
import { invariant } from '@harness/core/kernel/invariant'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { folderText, isFolder } from '@harness/formats/documents/codec/folder-text'
import { keyOf, rewriteDocuments } from '@harness/formats/documents/codec/rewrite-documents'
import type { SimDocuments } from './sim-documents.ts'

/** By `keyOf`. People may change them at any time. */
export type TextFiles = Map<string, string>

export function textDocuments(
  texts: TextFiles,
  codecs: Readonly<Record<string, AnyCodec>>,
  has: (path: string) => boolean,
): SimDocuments {
  const textOf = (file: DocumentFile): string | null =>
    isFolder(file.path) ? folderIn(texts, keyOf(file)) : (texts.get(keyOf(file)) ?? null)
  const codecOf = (document: string): AnyCodec => {
    const codec = codecs[document]
    invariant(codec !== undefined, `there is a codec for ${document}`)
    return codec
  }
  return {
    read(document, files) {
      const codec = codecOf(document)
      const [first = null, ...others] = files.map(textOf)
      if (first === null && codec.isOptional !== true) return null
      const read = codec.parse(codec.walk(first ?? ''), others)
      invariant(read.ok, `no person here writes a ${document} with mistakes`)
      return read.value
    },
    edit(command) {
      const world = { redact: (text: string) => text, has }
      const { changes, refused } = rewriteDocuments(command, codecOf, textOf, world)
      for (const { file, found, text, keepsOld } of changes) {
        if (keepsOld && found !== null) texts.set(`${keyOf(file)}.aside ${texts.size}`, found)
        if (text === null) texts.delete(keyOf(file))
        else texts.set(keyOf(file), text)
      }
      return { kinds: changes.length === 0 ? [] : ['wrote documents'], refused }
    },
  }
}

function folderIn(texts: TextFiles, folder: string): string | null {
  const files = [...texts].flatMap(([key, text]) => {
    const name = key.startsWith(folder) ? key.slice(folder.length) : '/'
    return name.includes('/') ? [] : [[name, text] as const]
  })
  return folderText(Object.fromEntries(files))
}
