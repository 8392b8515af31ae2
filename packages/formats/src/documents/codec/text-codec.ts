/** Owns a document that a playbook only reads, as the text it is. */
import { parsed } from '../../text/format-problem.ts'
import type { FormatName } from '../../text/user-error-of.ts'
import type { DocumentCodec } from './document-codec.ts'

export const textCodec = (format: FormatName): DocumentCodec<string> => readOnly(format, (text) => text)

/** `read` finds no mistake in any text. */
export const readOnly = <Content>(
  format: FormatName,
  read: (text: string) => Content,
): DocumentCodec<Content> => ({
  format,
  inPlace: null,
  walk: (text) => text,
  parse: (text) => parsed(read(text)),
})
