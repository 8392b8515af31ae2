import { describe, expect, it } from 'vitest'
import { resumes } from '../../test-support/story.ts'
import { given } from './test-support/given.ts'
import { done, editsPrompts, finds, says, sets, stopsDuring, tickRefused } from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

describe('HB-28 a person’s edits are followed', () => {
  const two = documents([
    prompt('3.1', 'harden', { expectedSignal: 'require_nonempty' }),
    prompt('3.2', 'harden', { expectedSignal: 'require_nonempty' }),
  ])
  it('a prompt that is unticked runs again', () =>
    given(two, [...done('3.1'), sets('3.1', { box: 'open' }), ...done('3.2')]).wants(
      'prompt-worker work/3.1/2',
    ))
  it('a prompt that a person ticked meanwhile is not sent to another agent', () => {
    const story = given(two, [...done('3.1'), sets('3.2', { box: 'done' }), says('3.2', '')])
    story.wants('prompt-reader final/final/1')
    expect(story.notes).toContain('3.2 was settled by a person while it was under way.')
  })
  it('a prompt that a person took away meanwhile is let go of', () => {
    const story = given(two, [editsPrompts((prompts) => prompts.slice(1)), says('3.1', '')])
    story.wants('prompt-worker work/3.2/1')
    expect(story.notes).toContain('3.1 was taken away by a person while it was under way.')
  })
  it('a prompt that was edited while it ran is not ticked, and runs again with its new text', () => {
    const story = given(two, [
      ...done('3.1'),
      sets('3.2', { text: '/impeccable harden it well' }),
      ...done('3.2'),
      tickRefused('edited'),
    ])
    story.wants('prompt-worker work/3.2/2')
    expect(story.envelope()).toContain('/impeccable harden it well')
    expect(story.state.records.map(({ promptId }) => promptId)).toEqual(['3.1'])
  })
  it('a retry gets the text as it is by then', () => {
    const story = given(two, [sets('3.1', { text: '/impeccable harden it well' }), says('3.1', '')])
    story.wants('prompt-worker work/3.1/2')
    expect(story.envelope()).toContain('/impeccable harden it well')
  })
  it('a run that was stopped sends whoever worked anew, with the text as it is by then', () => {
    const edited = sets('3.1', { text: '/impeccable harden it well' })
    const story = given(two, [edited, stopsDuring('work/3.1/1'), resumes])
    story.wants('prompt-worker work/3.1/2')
    expect(story.envelope()).toContain('/impeccable harden it well')
    expect(story.state.spent.tokens).toBe(100)
  })
  it('and whoever only read, in the lane that it had', () => {
    const story = given(documents([prompt('1.1', 'audit')]), [stopsDuring('work/1.1/1'), resumes])
    story.wants('prompt-reader work/1.1/2')
    expect(story.log.filter((line) => line.startsWith('OpenLane'))).toHaveLength(1)
  })
  it('a prompt that is gone when it is done is through', () => {
    const story = given(two, [
      ...done('3.1'),
      editsPrompts((prompts) => prompts.filter(({ id }) => id !== '3.2')),
      ...done('3.2'),
      tickRefused('gone'),
    ])
    story.wants('prompt-reader final/final/1')
    expect(story.notes).toContain('The box of 3.2 was not ticked: gone')
  })
  it('says where it starts, or where it resumes', () => {
    expect(given(documents([prompt('0.1', 'document')])).notes).toEqual(['Starting fresh at prompt 0.1.'])
    expect(
      given(documents([prompt('0.1', 'document', { box: 'done' }), prompt('1.1', 'audit')])).notes,
    ).toEqual(['Resuming at prompt 1.1 (iter 0/200) in Phase 1.'])
  })
  it('HB-05 says that the skeleton is absent, and each drift once', () => {
    const shelf = documents([prompt('1.1', 'audit'), prompt('3.1', 'harden')], {
      hasSkeleton: false,
      warnings: ['3.1: the verbs differ'],
    })
    expect(given(shelf, [finds('1.1')]).notes).toEqual([
      'Starting fresh at prompt 1.1.',
      'Skeleton absent: fallback envelope-only mode.',
      '3.1: the verbs differ',
    ])
  })
})
