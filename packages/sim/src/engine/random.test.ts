import { expect, it } from 'vitest'
import { seededRandom } from './random.ts'

it('QA-02 the same seed draws the same, and a stream of its own does not depend on what was drawn before', () => {
  const draw = (seed: number) => Array.from({ length: 20 }, () => seededRandom(seed).about('x').int(0, 1_000))
  expect(draw(7)).toEqual(draw(7))
  const random = seededRandom(7)
  const early = random.about('weather').fraction()
  for (let i = 0; i < 100; i++) random.fraction()
  expect(random.about('weather').fraction()).toBe(early)
})

it('QA-02 draws evenly, within the bounds, and differently for near seeds', () => {
  const counts = new Map<number, number>()
  for (let seed = 0; seed < 3_000; seed++) {
    const drawn = seededRandom(seed).about('die').int(1, 6)
    counts.set(drawn, (counts.get(drawn) ?? 0) + 1)
  }
  expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6])
  for (const times of counts.values()) expect(Math.abs(times - 500)).toBeLessThan(100)
})
