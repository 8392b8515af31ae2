/** Owns how the documents of a spec are written: all or none, and never over a file that is there. */
import type { SpecEdit } from '@harness/core/playbooks/spec/documents'
import type { DocumentCodec } from '../codec/document-codec.ts'
import { textCodec } from '../codec/text-codec.ts'

export const specCodec: DocumentCodec<string, SpecEdit> = {
  ...textCodec('plan'),
  rewrite(found, edits) {
    const files = edits.at(-1)?.files ?? []
    const taken = files.find(({ text }, file) => (found[file] ?? text) !== text)
    return taken === undefined
      ? { texts: files.map(({ text }, file) => ({ file, text })), refused: [] }
      : {
          texts: [],
          refused: [{ edit: edits.length - 1, reason: 'taken', detail: taken.path, problems: [] }],
        }
  },
}
