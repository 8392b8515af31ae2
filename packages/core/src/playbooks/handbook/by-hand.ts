/** Owns which boxes of a handbook were done by hand: they are ticked, and no run has a record of the work. */
import { namedByHand, type Vouched } from '../../work/by-hand.ts'
import type { Handbook } from './handbook-document.ts'
import type { KnownSoFar } from './known-so-far.ts'

export interface DoneSoFar extends Pick<KnownSoFar, 'records' | 'closes'> {
  /** What people vouched for when the run asked. */
  readonly vouched?: readonly Vouched[]
}

/** `1.2`, `Phase 1 close`, `2.1 (ada: I did it)`. */
export function byHandIn(
  { prompts, phases }: Handbook,
  { records, closes, vouched = [] }: DoneSoFar,
): readonly string[] {
  const done = [
    ...prompts.flatMap(({ id, box }) =>
      box === 'done' && !records.some(({ promptId }) => promptId === id) ? [id] : [],
    ),
    ...phases.flatMap(({ number, close }) =>
      close?.box === 'done' && !closes.some(({ phase }) => phase === number) ? [`Phase ${number} close`] : [],
    ),
  ]
  // A box that a person deferred has no tick that could be listed.
  const boxes = new Set([
    ...prompts.filter(({ box }) => box !== 'deferred').map(({ id }) => id),
    ...phases.filter(({ close }) => close?.box !== 'deferred').map(({ number }) => `Phase ${number} close`),
  ])
  const others = vouched.map(({ what }) => what).filter((what) => !boxes.has(what))
  return [...new Set([...done, ...others])].map((what) => namedByHand(what, vouched))
}
