import { describe, expect, it } from 'vitest'
import { given } from './test-support/given.ts'
import { done, says, verdict } from './test-support/happenings.ts'
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
})
