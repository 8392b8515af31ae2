/** By what a run sees that its documents are those it knows: the journal keeps these, not the documents. */
import { createHash } from 'node:crypto'
import type { HandbookFolder } from './handbook-folder.ts'
import type { Tick } from './known-handbook.ts'

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Of everything that the run's view of the handbook is made from. */
export const digestOfHandbook = ({
  handbook,
  skeleton,
}: Pick<HandbookFolder, 'handbook' | 'skeleton'>): string => handbook.digest + digestOf(skeleton ?? '')

/**
 * Of the handbook with its tick and of the skeleton that the run knows; null if the run knew another handbook
 * before. What people change at the same time makes another digest, so that the next reading finds it.
 */
export function digestWithTick(known: string | null, tick: Tick): string | null {
  const [before, after] = tick.type === 'ticked' ? [tick.before, tick.after] : [tick.digest, tick.digest]
  if (known === null || before === null || after === null || !known.startsWith(before)) return null
  return after + known.slice(before.length)
}
