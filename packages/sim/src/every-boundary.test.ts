import { describe, expect, it } from 'vitest'
import { stories, storyScenario } from './delivery/stories.ts'
import { everyBoundary } from './every-boundary.ts'

describe('QA-01 a crash at every boundary of a delivery', () => {
  it.each(stories)('$name: nothing lost, nothing twice, the same end', async (story) => {
    const { plain, crashed } = await everyBoundary(() => storyScenario(story), 1)
    expect(plain).toMatchObject({ violation: null, ending: story.ending, crashes: 0 })
    expect(crashed.length).toBeGreaterThan(30)
    for (const { name, index, result } of crashed) {
      const where = `crash at boundary ${index}, ${name}`
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
    const { plain, crashed } = await everyBoundary(() => storyScenario(story!), 1, 3)
    for (const { name, index, result } of crashed) {
      const where = `crashes from boundary ${index}, ${name}`
      expect(result.violation, where).toBeNull()
      expect(result.state, where).toEqual(plain.state)
      expect(result.traces, where).toEqual(plain.traces)
    }
  })
})
