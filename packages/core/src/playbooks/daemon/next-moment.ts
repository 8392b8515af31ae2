/** Owns when something is due that needs no event: a rest that ends, a hold, a window that opens, an audit. Pure. */
import type { DaemonState } from './state.ts'

/**
 * At once if work was done that no look has seen yet; null if nothing is due. What an operator has paused is due all the
 * same: nothing but a word need be waited for then.
 */
export function nextMoment({ at, work, hold, seen, merges, doneAt }: DaemonState): number | null {
  if (Object.keys(doneAt).length > 0) return at
  const rests = Object.values(work).flatMap(({ phase }) => (phase.type === 'resting' ? [phase.until] : []))
  const hooks = Object.values(merges.hookRests).map(({ until }) => until)
  const all = [...rests, ...hooks, hold?.until ?? 0, seen?.closedUntil ?? 0]
  const moments = all.filter((moment) => moment > at)
  return moments.length === 0 ? null : Math.min(...moments)
}

/** If a look around that waits since `before` would miss a moment of `after`: it has to be woken. */
export const isSooner = (before: DaemonState, after: DaemonState): boolean =>
  (nextMoment(after) ?? Number.POSITIVE_INFINITY) < (nextMoment(before) ?? Number.POSITIVE_INFINITY)
