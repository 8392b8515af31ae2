import { describe, expect, it } from 'vitest'
import { diesAt, resumes } from '../../test-support/story.ts'
import { given } from './test-support/given.ts'
import {
  checksPass,
  done,
  editsPrompts,
  finds,
  says,
  sets,
  stopsDuring,
  verdict,
  writes,
} from './test-support/happenings.ts'
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
    expect(story.log.filter((one) => one.includes('/2.8/'))).toEqual(['EditDocuments tick/2.8/1'])
    expect(story.shelf.handbook.prompts.every(({ box }) => box === 'done')).toBe(true)
    expect(story.state.iteration).toMatchObject({ iteration: 3, lastOutcome: 'skip' })
  })
  describe('taken away while a surface is crafted by it', () => {
    const gone = editsPrompts((prompts) => prompts.filter(({ id }) => id !== '2.8'))
    const approved = [says('2.1', 'the brief'), verdict('2.1')]
    it('the shape is done with its approved brief, and nobody is sent its own text to craft', () => {
      const story = given(shelf, [...approved, gone, stopsDuring('craft/2.1/1'), resumes])
      story.wants('shaper work/2.2/1')
      expect(story.state.briefs).toEqual({ '2.1': 'the brief' })
      expect(story.state.records).toMatchObject([{ promptId: '2.1', worktree: null }])
      expect(story.notes).toContain('2.1 is not crafted: there is no craft pass any more.')
      expect(story.notes).toContainEqual(expect.stringMatching(/^The worktree of 2\.1 stays as it is: /))
    })
    it('the same while its critic judges', () => {
      const story = given(shelf, [says('2.1', 'the brief'), gone, verdict('2.1')])
      story.wants('shaper work/2.2/1')
      expect(story.log).not.toContain('prompt-worker craft/2.1/1')
    })
    it('a craft that came in its place follows the brief', () => {
      const own = editsPrompts((prompts) =>
        prompts.flatMap((one) =>
          one.id === '2.8' ? [] : one.id === '2.1' ? [one, prompt('2.15', 'craft')] : [one],
        ),
      )
      const story = given(shelf, [says('2.1', 'the brief'), own, verdict('2.1')])
      story.wants('prompt-worker work/2.15/1')
      expect(story.envelope()).toContain('# Approved brief\nthe brief')
    })
  })
  describe('HB-24, HB-28 edited before what was crafted by it is merged', () => {
    const text = '/impeccable craft one table, no list'
    const approved = [says('2.1', 'the brief'), verdict('2.1')]
    const stays = expect.stringMatching(/^The worktree of 2\.1 stays as it is: /)
    const unmerged = (story: ReturnType<typeof given>) => {
      expect(story.log).not.toContain('MergeLane merge/2.1/1')
      expect(story.notes).toContainEqual(stays)
    }
    const anew = (story: ReturnType<typeof given>) => {
      story.wants('prompt-worker craft/2.1/2')
      expect(story.envelope()).toContain(text)
      expect(story.envelope()).toContain('# Approved brief\nthe brief')
      expect(story.notes).toContain('2.8 was edited by a person; 2.1 is crafted again by the new text.')
      unmerged(story)
    }
    it('the surface is crafted anew in a worktree of its own, by the new text', () => {
      const crafted = [...approved, sets('2.8', { text }), writes('2.1'), checksPass('2.1')]
      anew(given(shelf, crafted))
      const story = given(shelf, [...crafted, ...done('2.1')])
      story.wants('shaper work/2.2/1')
      const lanes = story.log.filter((line) => line.startsWith('OpenLane open/2.1/'))
      expect(lanes).toHaveLength(3)
      expect(story.state.records).toMatchObject([{ promptId: '2.1', emptyResult: false }])
    })
    it('the same where the process died at its checks', () =>
      anew(
        given(shelf, [
          ...approved,
          writes('2.1'),
          diesAt('RunChecks', '2.1'),
          sets('2.8', { text }),
          resumes,
        ]),
      ))
    it('put off or taken away, the shape is done with its brief', () => {
      for (const edit of [
        sets('2.8', { box: 'deferred' }),
        editsPrompts((prompts) => prompts.filter(({ id }) => id !== '2.8')),
      ]) {
        const story = given(shelf, [...approved, writes('2.1'), edit, checksPass('2.1')])
        story.wants('shaper work/2.2/1')
        unmerged(story)
        expect(story.state.records).toMatchObject([
          { promptId: '2.1', worktree: null, summary: 'the brief', evidence: [], outOfScopeFiles: [] },
        ])
      }
    })
  })
  it('HB-03 where it is put off nothing is crafted by it', () => {
    const deferred = documents(
      shelf.handbook.prompts.map((one) => (one.id === '2.8' ? { ...one, box: 'deferred' } : one)),
    )
    const story = given(deferred, [says('2.1', 'the brief'), verdict('2.1')])
    story.wants('shaper work/2.2/1')
    expect(story.log.filter((one) => /craft|2\.8/.test(one))).toEqual([])
  })
  it('taken up after it was put off, it is sent with the briefs that were never crafted', () => {
    const shaped = (id: string) => [says(id, `brief ${id}`), verdict(id)]
    const putOff = sets('2.8', { box: 'deferred' })
    const story = given(shelf, [
      ...pair('2.1'),
      putOff,
      ...shaped('2.2'),
      sets('2.8', { box: 'open' }),
      finds('final'),
    ])
    story.wants('prompt-worker work/2.8/1')
    expect(story.envelope()).toContain('# Approved brief\nbrief 2.2')
    const earlier = given(shelf, [putOff, ...shaped('2.1'), ...shaped('2.2'), finds('final')])
    const before = shelf.handbook.prompts.map((one) =>
      one.id === '2.8' ? one : { ...one, box: 'done' as const },
    )
    const next = given(documents(before), [], { adopted: earlier.state })
    next.wants('prompt-worker work/2.8/1')
    expect(next.envelope()).toContain('Of 2.1:\nbrief 2.1\n\nOf 2.2:\nbrief 2.2')
  })
  it('shapes that people have ticked are believed to be crafted', () => {
    const before = shelf.handbook.prompts.map((one) =>
      one.id === '2.8' ? one : { ...one, box: 'done' as const },
    )
    const story = given(documents(before))
    expect(story.log).toContain('EditDocuments tick/2.8/1')
    story.wants('prompt-reader final/final/1')
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
        'EditDocuments tick/2.4/1',
      ]))
    it('a shape that came to nothing left nothing to craft', () =>
      expect(last(given(pairs, [without('2.2'), says('2.1', ''), ...pair('2.3')]))).toEqual([
        'EditDocuments tick/2.4/1',
      ]))
    it('a shape that is put off has nothing to be crafted', () =>
      expect(last(given(pairs, [without('2.2'), sets('2.3', { box: 'deferred' }), ...pair('2.1')]))).toEqual([
        'EditDocuments tick/2.4/1',
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
