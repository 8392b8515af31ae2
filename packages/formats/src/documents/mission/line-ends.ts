/** Owns that a file whose lines all end in CRLF keeps them. */
import type { DocumentCodec, Texts, WrittenText } from '../codec/document-codec.ts'
import { filesOf } from '../codec/folder-text.ts'

export const keepingLineEnds = <Content, Edit>(
  codec: DocumentCodec<Content, Edit>,
): DocumentCodec<Content, Edit> => ({
  ...codec,
  rewrite(texts, edits, world) {
    const { texts: written = [], refused = [] } = codec.rewrite?.(texts, edits, world) ?? {}
    return { refused, texts: written.map((one) => withLineEnds(one, textBefore(one, texts))) }
  },
})

const textBefore = ({ file, name }: WrittenText, texts: Texts): string => {
  const text = texts[file] ?? null
  return (name === undefined ? text : filesOf(text)[name]) ?? ''
}

const withLineEnds = (written: WrittenText, before: string): WrittenText =>
  before.includes('\r\n') && !/(?<!\r)\n/.test(before)
    ? { ...written, text: written.text?.replace(/\r?\n/g, '\r\n') ?? null }
    : written
