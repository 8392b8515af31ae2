import { describe, expect, it } from 'vitest'
import { given } from './test-support/given.ts'
import { answers, done, prose, says, verdict } from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

it('HB-12 a craft whose shape a person has ticked is sent without a brief, and that is said', () => {
  const shelf = documents([prompt('2.1', 'shape', { box: 'done' }), prompt('2.2', 'craft')])
  const story = given(shelf)
  story.wants('prompt-worker work/2.2/1')
  expect(story.notes).toContain('2.2 is sent without a brief of 2.1: there is none.')
  const both = documents([prompt('2.1', 'shape'), prompt('2.2', 'craft')])
  expect(given(both, [says('2.1', 'brief'), verdict('2.1')]).notes).toEqual(['Starting fresh at prompt 2.1.'])
})

describe('HB-12 shape → self-critique → craft', () => {
  const shelf = documents([
    prompt('2.1', 'shape', { pairedWith: '2.2' }),
    prompt('2.2', 'craft', { pairedWith: '2.1' }),
  ])
  const failing = [says('2.1', 'a menu'), verdict('2.1', 'It is a menu of options.')]
  it('one after the other, never together, the craft with the approved brief', () => {
    given(shelf).wants('shaper work/2.1/1')
    given(shelf, [says('2.1', 'the brief')]).wants('brief-critic self-critique/2.1/1')
    const story = given(shelf, [says('2.1', 'the brief'), verdict('2.1')])
    story.wants('prompt-worker work/2.2/1')
    expect(story.envelope()).toContain('# Approved brief\nthe brief')
  })
  it('the critic gets the brief, both documents, the prompt, the five questions and the anti-references', () => {
    const design = { text: '# Design\nQuiet.', sections: [] }
    const told = given({ ...shelf, design }, [says('2.1', 'the brief')]).envelope()
    for (const part of [
      'the brief',
      'Cooks.',
      'Quiet.',
      '/impeccable shape the surface 2.1',
      'No streak fires.',
      '5. Is the brief implementable',
    ])
      expect(told).toContain(part)
  })
  it('a failed brief is shaped again, with the failures in the envelope', () => {
    const story = given(shelf, failing)
    story.wants('shaper work/2.1/2')
    expect(story.envelope()).toContain('It is a menu of options.')
    expect(story.state.predicted).toMatchObject({
      rationale: 're-dispatch after failed self-critique cycle 1',
    })
  })
  it('the third failure halts, with the brief and the whole trail', () => {
    given(shelf, [...failing, ...failing]).wants('shaper work/2.1/3')
    const story = given(shelf, [
      ...failing,
      ...failing,
      says('2.1', 'the last brief'),
      verdict('2.1', 'Too vague.'),
    ])
    expect(story.ends()).toMatchObject({ outcome: 'halted', exitCode: 1, resumable: false })
    expect(story.ends().report).toContain('Reason: self_critique_exhausted')
    for (const part of ['the last brief', '## Self-critique 1', '## Self-critique 3', 'Too vague.'])
      expect(story.ends().report).toContain(part)
    expect(story.state.iteration).toMatchObject({
      status: 'halted',
      terminationReason: 'self_critique_exhausted',
    })
  })
  it('prose is no verdict: asked once more, then a failed critique', () => {
    const once = given(shelf, [says('2.1', 'b'), prose('2.1')])
    once.wants('brief-critic self-critique/2.1/2')
    expect(once.envelope()).toContain('The previous answer was no verdict')
    given(shelf, [says('2.1', 'b'), prose('2.1'), prose('2.1')]).wants('shaper work/2.1/2')
  })
  it('a verdict of a critic that changed files is void', () =>
    given(shelf, [
      says('2.1', 'b'),
      answers('2.1', { answer: { kind: 'verdict', pass: true, failures: [] }, violation: ['src/a.ts'] }),
    ]).wants('brief-critic self-critique/2.1/2'))
  it('a pass that names failures is none', () =>
    given(shelf, [
      says('2.1', 'b'),
      answers('2.1', { answer: { kind: 'verdict', pass: true, failures: ['x'] } }),
    ]).wants('shaper work/2.1/2'))
  it('a craft right after its shape is its pair, also without a skeleton', () => {
    const plain = documents([
      prompt('2.1', 'shape'),
      prompt('2.2', 'craft'),
      prompt('2.3', 'shape'),
      prompt('2.4', 'craft'),
    ])
    const story = given(plain, [
      says('2.1', 'one'),
      verdict('2.1'),
      ...done('2.2'),
      says('2.3', 'two'),
      verdict('2.3'),
    ])
    story.wants('prompt-worker work/2.4/1')
    expect(story.envelope()).toContain('# Approved brief\ntwo')
  })
})
