import { describe, expect, it } from 'vitest'
import { crashedEverywhere } from '../test-support/crashed-everywhere.ts'
import { spread } from '../test-support/spread.ts'
import { stories, storyScenario } from '../test-support/stories.ts'

/** The others have most of their boundaries in common with the first. */
const told = stories.map((story, number) => ({
  ...story,
  isTaken: number === 0 ? spread(4) : spread(6, number),
}))

describe('QA-01 a crash at every boundary of a delivery', () => {
  it.each(told)('$name: nothing lost, nothing twice, the same end', async ({ isTaken, ...story }) => {
    const { plain, crashed } = await crashedEverywhere(() => storyScenario(story), 1, isTaken)
    expect(plain).toMatchObject({ violation: null, ending: story.ending, crashes: 0 })
    expect(crashed.length).toBeGreaterThan(5)
    for (const { boundary, result } of crashed) {
      const where = `crash at ${boundary}`
      expect(result.violation, where).toBeNull()
      expect(result.ending, where).toBe(story.ending)
      expect(result.crashes, where).toBe(1)
      if (!story.repeatable) continue
      expect(result.state, where).toEqual(plain.state)
      expect(result.traces, where).toEqual(plain.traces)
    }
  })

  it('also when the process that takes over dies at once, twice', async () => {
    const [story] = stories
    const { plain, crashed } = await crashedEverywhere(() => storyScenario(story!), 3, spread(6))
    for (const { boundary, result } of crashed) {
      expect(result.violation, `crashes from ${boundary}`).toBeNull()
      expect(result.state, `crashes from ${boundary}`).toEqual(plain.state)
      expect(result.traces, `crashes from ${boundary}`).toEqual(plain.traces)
    }
  })
})
