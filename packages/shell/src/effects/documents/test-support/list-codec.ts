/** Test support: a list that is edited in place, and pages that are written as a whole. */
import type { Applied, DocumentCodec } from '@harness/formats/documents/codec/document-codec'
import { parsed, refused } from '@harness/formats/text/format-problem'

export interface MarkEdit {
  readonly mark: string
}

const mistake = { file: 'list.txt', line: 1, column: null, field: null, hint: null }

/** `- a` is an open item, `x a` a marked one. */
export const listCodec: DocumentCodec<readonly string[], MarkEdit> = {
  format: 'handbook',
  inPlace: { offsets: (text) => [...text.matchAll(/^[-x] /gm)].map(({ index }) => index), apply },
  walk: (text) => text,
  parse: (text) =>
    text.includes('?')
      ? refused([{ ...mistake, expected: 'an item', found: '?' }])
      : parsed(text.split('\n').filter((line) => line !== '')),
}

function apply(text: string | null, { mark }: MarkEdit): Applied<string> {
  if (text === null) return { type: 'refused', reason: 'missing', detail: 'no list', problems: [] }
  if (text.includes(`x ${mark}\n`)) return { type: 'done' }
  const offset = text.indexOf(`- ${mark}\n`)
  if (offset === -1) return { type: 'refused', reason: 'gone', detail: `no ${mark}`, problems: [] }
  return {
    type: 'patch',
    patch: { offset, before: '', was: '-', now: 'x', after: ' ' },
    walked: () => `${text.slice(0, offset)}x${text.slice(offset + 1)}`,
  }
}

export interface PagesEdit {
  /** Null removes a page. */
  readonly pages: readonly (string | null)[]
  readonly keepsOld: boolean
}

/** Each file of the document is a page. */
export const pagesCodec: DocumentCodec<string, PagesEdit> = {
  format: 'handbook',
  inPlace: null,
  walk: (text) => text,
  parse: (text) => parsed(text),
  rewrite: (_texts, edits) => ({
    texts: edits.flatMap(({ pages, keepsOld }) => pages.map((text, file) => ({ file, text, keepsOld }))),
    refused: [],
  }),
}
