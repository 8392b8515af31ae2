import { describe, expect, it } from 'vitest'
import { given } from './test-support/given.ts'
import { done, editsPrompts, says, sets, verdict } from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

describe('HB-13 the craft pass is ticked by itself', () => {
  const shelf = documents([
    prompt('2.1', 'shape'),
    prompt('2.2', 'shape'),
    prompt('2.8', 'craft', { title: 'Craft pass', text: '/impeccable craft from the brief' }),
  ])
  const pair = (id: string) => [says(id, `brief ${id}`), verdict(id), ...done(id)]
  it('each shape is crafted by its text, in a worktree, with the brief', () => {
    const story = given(shelf, [says('2.1', 'the brief'), verdict('2.1')])
    story.wants('prompt-worker craft/2.1/1')
    expect(story.envelope()).toContain('/impeccable craft from the brief')
    expect(story.envelope()).toContain('# Approved brief\nthe brief')
  })
  it('once the last pair has verified, and no agent is sent for it', () => {
    const story = given(shelf, [...pair('2.1'), ...pair('2.2')])
    expect(story.log.filter((one) => one.includes('/2.8/'))).toEqual(['TickBox tick/2.8/1'])
    expect(story.shelf.handbook.prompts.every(({ box }) => box === 'done')).toBe(true)
    expect(story.state.iteration).toMatchObject({ iteration: 3, lastOutcome: 'skip' })
  })
  describe('where it is not called so', () => {
    const pairs = documents([
      prompt('2.1', 'shape'),
      prompt('2.2', 'craft'),
      prompt('2.3', 'shape'),
      prompt('2.4', 'craft'),
    ])
    const without = (...ids: readonly string[]) =>
      editsPrompts((prompts) => prompts.filter(({ id }) => !ids.includes(id)))
    const last = (story: ReturnType<typeof given>) => story.log.filter((one) => one.includes('/2.4/'))
    const shaped = (id: string) => [says(id, `brief ${id}`), verdict(id)]

    it('and every shape was crafted by its text, it is ticked by itself', () =>
      expect(last(given(pairs, [without('2.2'), ...pair('2.1'), ...pair('2.3')]))).toEqual([
        'TickBox tick/2.4/1',
      ]))
    it('a shape that came to nothing left nothing to craft', () =>
      expect(last(given(pairs, [without('2.2'), says('2.1', ''), ...pair('2.3')]))).toEqual([
        'TickBox tick/2.4/1',
      ]))
    it('and a shape was never crafted, it is sent with the brief of that one', () => {
      const story = given(pairs, [
        ...shaped('2.1'),
        ...done('2.2'),
        says('2.3', 'brief 2.3'),
        without('2.2'),
        sets('2.1', { box: 'open' }),
        verdict('2.3'),
        ...pair('2.1'),
      ])
      story.wants('prompt-worker work/2.4/1')
      expect(story.envelope()).toContain('# Approved brief\nbrief 2.3')
    })
    it('and two were not, it is sent with both briefs', () => {
      const first = given(pairs, [...shaped('2.1'), ...done('2.2'), ...shaped('2.3')])
      const prompts = first.shelf.handbook.prompts.filter(({ id }) => id !== '2.2')
      const story = given(documents(prompts), [], { adopted: first.state })
      story.wants('prompt-worker work/2.4/1')
      expect(story.envelope()).toContain('Of 2.1:\nbrief 2.1\n\nOf 2.3:\nbrief 2.3')
    })
  })
})
