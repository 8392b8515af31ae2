/** Owns documents that are texts in the simulated world: the codecs of the playbook read and edit them. */
import type { DocumentFile } from '@harness/core/effects/document-file'
import { invariant } from '@harness/core/kernel/invariant'
import type { AnyCodec, Applied } from '@harness/formats/documents/codec/document-codec'
import type { SimDocuments, SimEdited } from './sim-documents.ts'

/** By `keyOf`. People may change them at any time. */
export type TextFiles = Map<string, string>

export const keyOf = ({ place, path }: DocumentFile): string => `${place}:${path}`

export function textDocuments(
  texts: TextFiles,
  codecs: Readonly<Record<string, AnyCodec>>,
  has: (path: string) => boolean,
): SimDocuments {
  const textOf = (file: DocumentFile): string | null => texts.get(keyOf(file)) ?? null
  const codecOf = (document: string): AnyCodec => {
    const codec = codecs[document]
    invariant(codec !== undefined, `there is a codec for ${document}`)
    return codec
  }
  const walkedIn = (codec: AnyCodec, files: readonly DocumentFile[]) => {
    const [first = null, ...others] = files.map(textOf)
    return { walked: first === null ? null : codec.walk(first), others }
  }
  return {
    read(document, files) {
      const codec = codecOf(document)
      const { walked, others } = walkedIn(codec, files)
      if (walked === null) return null
      const read = codec.parse(walked, others)
      invariant(read.ok, `no person here writes a ${document} with mistakes`)
      return read.value
    },
    edit({ document, files, edit }) {
      const codec = codecOf(document)
      const { walked, others } = walkedIn(codec, files)
      return made(codec.apply(walked, others, edit, { redact: (text) => text, has }), document, files, texts)
    },
  }
}

function made(
  applied: Applied<unknown>,
  document: string,
  files: readonly DocumentFile[],
  texts: TextFiles,
): SimEdited {
  if (applied.type === 'refused') return applied
  invariant(applied.type !== 'patch', `${document} is written as a whole`)
  const changes = applied.type === 'done' ? [] : applied.texts
  let kind: string | null = null
  for (const { file: at, text, keepsOld } of changes) {
    const file = files[at]
    invariant(file !== undefined, 'a codec writes the files of its document')
    const old = texts.get(keyOf(file))
    if ((old ?? null) === text) continue
    if (keepsOld && old !== undefined) texts.set(`${keyOf(file)}.aside ${texts.size}`, old)
    if (text === null) texts.delete(keyOf(file))
    else texts.set(keyOf(file), text)
    kind = `wrote ${document}`
  }
  return { type: 'made', kind }
}
