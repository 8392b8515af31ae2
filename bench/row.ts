/** Owns what a row of the table says: what was measured, against what, and the goal it is held against. */

export type Goal =
  /** At most this many times the floor. */
  | { readonly type: 'ratio'; readonly atMost: number }
  /** At most this much, whatever the floor. */
  | { readonly type: 'absolute'; readonly atMost: number }

export interface Row {
  readonly row: string
  readonly measured: number
  readonly unit: 'ms' | '×' | 'MB'
  /** What the same work takes at least, measured in the same minute on the same machine; null if there is none. */
  readonly floor: { readonly what: string; readonly value: number } | null
  /** Null if the row is only there to be known. */
  readonly goal: Goal | null
  readonly remark: string
}

/** What a row's bench is given: a folder of its own on the disk that is measured, and the built program. */
export interface Ground {
  readonly folder: string
  readonly program: string
  /** Preloaded into the program, it notes what that does; see there. */
  readonly probe: string
  /** How many features the mission has; left out, as many as its goal names. */
  readonly features?: number
  /** How many plans a daemon delivers while its memory is looked at; left out, as many as take some minutes. */
  readonly plans?: number
}

export type Bench = (ground: Ground) => Promise<readonly Row[]>

export const ratioOf = ({ measured, floor }: Row): number | null =>
  floor === null ? null : measured / floor.value

/** How far along its goal a row is: above 1 it misses it. Null if it has none. */
export function strainOf(row: Row): number | null {
  const { goal } = row
  if (goal === null) return null
  const value = goal.type === 'ratio' ? ratioOf(row) : row.measured
  return value === null ? null : value / goal.atMost
}

export const isMet = (row: Row): boolean => (strainOf(row) ?? 0) <= 1
