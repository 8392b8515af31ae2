import type { Checker } from '../engine/checker.ts'

/** What may happen once happens once, over any number of crashes and repetitions. */
export function effectsOnce<State>(): Checker<State> {
  const done = new Set<string>()
  return {
    name: 'effects once',
    changed({ once, commandId }) {
      if (once === null) return null
      if (done.has(once)) return `${once} took effect a second time, by ${commandId ?? 'a person'}`
      done.add(once)
      return null
    },
  }
}
