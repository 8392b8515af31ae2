/** Test support: a document of lines, of which one is edited in place and all can be replaced. */

import type { DocumentCodec } from '@harness/formats/documents/codec/document-codec'
import { parsed, refused } from '@harness/formats/text/format-problem'

export type ListEdit =
  | { readonly mark: string }
  | { readonly lines: readonly string[]; readonly keepsOld: boolean }

const mistake = { file: 'list.txt', line: 1, column: null, field: null, hint: null }

/** `- a` is an open item, `x a` a marked one. The second file holds the same items, counted. */
export const listCodec: DocumentCodec<readonly string[], ListEdit> = {
  format: 'handbook',
  inPlace: {
    offsets: (text) => [...text.matchAll(/^[-x] /gm)].map(({ index }) => index),
  },
  walk: (text) => text,
  parse: (text) =>
    text.includes('?')
      ? refused([{ ...mistake, expected: 'an item', found: '?' }])
      : parsed(text.split('\n').filter((line) => line !== '')),
  apply(text, [count = null], edit) {
    if ('lines' in edit) {
      const list = edit.lines.map((line) => `- ${line}\n`).join('')
      const counted = `${edit.lines.length}\n`
      if (text === list && count === counted) return { type: 'done' }
      if (text !== null && !edit.keepsOld)
        return { type: 'refused', reason: 'taken', detail: 'there is a list', problems: [] }
      return {
        type: 'write',
        texts: [
          { file: 0, text: list, keepsOld: edit.keepsOld },
          { file: 1, text: counted, keepsOld: edit.keepsOld },
        ],
      }
    }
    if (text === null) return { type: 'refused', reason: 'missing', detail: 'no list', problems: [] }
    if (text.includes(`x ${edit.mark}\n`)) return { type: 'done' }
    const offset = text.indexOf(`- ${edit.mark}\n`)
    if (offset === -1) return { type: 'refused', reason: 'gone', detail: `no ${edit.mark}`, problems: [] }
    return {
      type: 'patch',
      patch: { offset, before: '', was: '-', now: 'x', after: ' ' },
      walked: () => `${text.slice(0, offset)}x${text.slice(offset + 1)}`,
    }
  },
}
