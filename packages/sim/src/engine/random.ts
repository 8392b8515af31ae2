/** Owns chance: everything random in a simulation comes from one seed, and the same seed gives the same run. */
export interface Random {
  /** In [0, 1). */
  fraction(): number
  /** A whole number between both bounds, which are included. */
  int(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** A stream of its own, which depends on the key and not on what was drawn before. */
  about(key: string): Random
}

export function seededRandom(seed: number | string): Random {
  const root = hashOf(String(seed))
  let state = root
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const int = (least: number, most: number): number => least + Math.floor(fraction() * (most - least + 1))
  return {
    fraction,
    int,
    chance: (probability) => fraction() < probability,
    pick(items) {
      const item = items[int(0, items.length - 1)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    about: (key) => seededRandom(`${root}/${key}`),
  }
}

function hashOf(text: string): number {
  let hash = 2166136261
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
  hash = Math.imul(hash ^ (hash >>> 16), 2246822507)
  return (hash ^ (hash >>> 13)) >>> 0
}
