/** Owns how often a forge is asked again: soon at first, then ever more rarely. */
const firstMs = 2_000
const longestMs = 60_000

export function* growingPauses(): Generator<number, never> {
  for (let pauseMs = firstMs; ; pauseMs = Math.min(longestMs, pauseMs * 1.5)) yield pauseMs
}
