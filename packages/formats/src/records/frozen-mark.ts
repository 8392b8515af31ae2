/** What `FROZEN` says. Anything at all in that file freezes; JSON says since when and why, plain text only why. */
import { jsonObjectIn } from '../text/json-value.ts'
import { printMoment, readMoment } from '../text/moment.ts'

export interface FrozenMark {
  /** Milliseconds since the epoch; null if the file does not say. */
  readonly frozenAt: number | null
  readonly reason: string
}

export function parseFrozenMark(text: string): FrozenMark {
  const { frozenAt, reason } = jsonObjectIn(text) ?? {}
  const plain = typeof reason === 'string' ? reason : text
  return { frozenAt: readMoment(frozenAt), reason: plain.trim().slice(0, 2000) || 'no reason given' }
}

export const printFrozenMark = (frozenAt: number, reason: string): string =>
  `${JSON.stringify({ frozenAt: printMoment(frozenAt), reason })}\n`
