/** What `FROZEN` says. Anything at all in that file freezes; JSON says since when and why, plain text only why. */
import { printMoment, readMoment } from '../text/moment.ts'

export interface FrozenMark {
  /** Milliseconds since the epoch; null if the file does not say. */
  readonly frozenAt: number | null
  readonly reason: string
}

export function parseFrozenMark(text: string): FrozenMark {
  const { frozenAt, reason } = fieldsIn(text)
  const plain = typeof reason === 'string' ? reason : text
  return { frozenAt: readMoment(frozenAt), reason: plain.trim().slice(0, 2000) || 'no reason given' }
}

export const printFrozenMark = (frozenAt: number, reason: string): string =>
  `${JSON.stringify({ frozenAt: printMoment(frozenAt), reason })}\n`

function fieldsIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
