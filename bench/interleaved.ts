/**
 * Owns how things are timed against each other: in turns, A B A B, so that whatever else the machine does meets them
 * alike, and by their medians, so that a hiccup counts once.
 */

/** Milliseconds of one go; what has to be prepared or cleared away is not counted. */
export type Measure = () => number | Promise<number>

export interface Rounds {
  readonly fewest: number
  readonly most: number
  /** No new round is begun after this long. */
  readonly forMs: number
}

export async function interleaved<Name extends string>(
  measures: Readonly<Record<Name, Measure>>,
  { fewest, most, forMs }: Rounds,
): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(measures) as Name[]
  const taken = new Map(names.map((name) => [name, [] as number[]]))
  const begun = performance.now()
  for (let round = 0; round < most; round++) {
    if (round >= fewest && performance.now() - begun > forMs) break
    for (const name of names) taken.get(name)?.push(await measures[name]())
  }
  return Object.fromEntries([...taken].map(([name, values]) => [name, median(values)])) as Record<
    Name,
    number
  >
}

export async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}
