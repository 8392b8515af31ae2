/** Hides what looks like a key; holds back no more than what it takes to know that a key begins. */

import type { TextStage } from '../process/text-stage.ts'
import { keyShapes, privateKeyFrame } from './key-shapes.ts'
import { redacted } from './literal-stage.ts'

/** Longer than any lead and beginning in `keyShapes` together, and than the frame of a private key. */
const longestBegin = 320

/** Longer than the end of a private key. */
const longestEnd = 80

const keyEnd = new RegExp(privateKeyFrame('END'), 'g')
/** What a private key consists of, in its own lines or escaped into one. */
const keyBody = /[A-Za-z0-9+/=\r\n\t \\:,.()-]*/y

const begins = new RegExp(
  [...keyShapes.map(({ lead, begin }) => `(${lead})(${begin})`), `()(${privateKeyFrame('BEGIN')})`].join('|'),
  'g',
)
const rests = keyShapes.map(({ rest }) => new RegExp(`(?:${rest})*`, 'y'))

export function createShapeStage(): TextStage {
  /** The character before `at` stays, for shapes that must not begin inside a word. */
  let held = ''
  let at = 0
  /** What the key consists of that is being swallowed. */
  let swallowing: RegExp | null = null

  const advance = (text: string, final: boolean): string => {
    held = held.slice(Math.max(0, at - 1)) + text
    at = Math.min(at, 1)
    let out = ''
    for (;;) {
      if (swallowing !== null) {
        const { to, over } = swallow(held, at, swallowing)
        at = final || over ? to : swallowing === keyBody ? Math.max(at, to - longestEnd) : to
        if (!over) return out
        swallowing = null
        // What follows a key is not inside a word, whatever the key ended in.
        held = held.slice(at)
        at = 0
      }
      const certain = final ? held.length : Math.max(at, held.length - longestBegin)
      begins.lastIndex = at
      const match = begins.exec(held)
      if (match === null || match.index >= certain) {
        out += held.slice(at, certain)
        at = certain
        return out
      }
      const lead = match.findIndex((group, index) => index % 2 === 1 && group !== undefined)
      const kind = (lead - 1) / 2
      const name = keyShapes[kind]?.name ?? 'private-key'
      out += held.slice(at, match.index) + (match[lead] ?? '') + redacted(name)
      at = match.index + match[0].length
      swallowing = rests[kind] ?? keyBody
    }
  }
  return { push: (text) => advance(text, false), end: () => advance('', true) }
}

/** The end of the key as far as can be seen, and if it is certain. */
function swallow(held: string, from: number, rest: RegExp): { readonly to: number; readonly over: boolean } {
  rest.lastIndex = from
  const to = from + (rest.exec(held)?.[0].length ?? 0)
  if (rest === keyBody) {
    keyEnd.lastIndex = from
    const end = keyEnd.exec(held.slice(0, to))
    if (end !== null) return { to: end.index + end[0].length, over: true }
  }
  return { to, over: to < held.length }
}
