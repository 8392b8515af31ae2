/** Owns the count of what a simulation exercised: a fault that never happens proves nothing. */
export interface Tally {
  note(what: string): void
  add(other: Tally): void
  count(what: string): number
  /** By name, sorted. */
  entries(): readonly (readonly [what: string, times: number])[]
}

export function openTally(): Tally {
  const counts = new Map<string, number>()
  const more = (what: string, times: number): void => void counts.set(what, (counts.get(what) ?? 0) + times)
  return {
    note: (what) => more(what, 1),
    add: (other) => {
      for (const [what, times] of other.entries()) more(what, times)
    },
    count: (what) => counts.get(what) ?? 0,
    entries: () => [...counts].sort(([a], [b]) => (a < b ? -1 : 1)),
  }
}
