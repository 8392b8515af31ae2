import { describe, expect, it } from 'vitest'
import { finding } from '../../test-support/outcomes.ts'
import { given } from './test-support/given.ts'
import { answers, done, says, sets } from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

describe('HB-27 next_predicted', () => {
  const two = documents([prompt('3.1', 'harden'), prompt('3.2', 'harden')])
  it('says what is dispatched, and why', () =>
    expect(given(two).state.predicted).toEqual({
      promptId: '3.1',
      verb: 'harden',
      rationale: 'first unticked checkbox in Phase 3',
    }))
  it('a mismatch is one line and nothing else', () => {
    const adopted = { ...given(two, done('3.1')).state }
    const story = given(two, [], { adopted })
    expect(story.notes).toContain('Predicted 3.2, dispatching 3.1.')
    story.wants('prompt-worker work/3.1/1')
  })
})

describe('HB-25 what is told of a prompt that runs again', () => {
  const issue = finding('High', 'Contrast is too low', 'src/a/b.css')
  const anchors = { paths: ['src/a'], productRules: [], designRules: [] }
  const shelf = documents([
    prompt('1.1', 'critique', { anchors }),
    prompt('1.2', 'audit', { anchors, dependsOn: ['1.1'] }),
    prompt('3.1', 'harden'),
  ])
  const says = (subject: string, text: string) =>
    answers(subject, { text, answer: { kind: 'review', findings: [issue], sentinel: false } })
  it('its findings and what it said take the place of the earlier ones; there is one record', () => {
    const story = [says('1.1', 'first'), says('1.2', 'other'), sets('1.1', { box: 'open' }), ...done('3.1')]
    const { state } = given(shelf, [...story, says('1.1', 'second')])
    expect(state.punchList.map(({ promptId }) => promptId)).toEqual(['1.2', '1.1'])
    expect(state.critiques).toEqual({ 'src/a': ['other', 'second'] })
    expect(state.records.map(({ promptId }) => promptId)).toEqual(['1.2', '3.1', '1.1'])
  })
})

describe('HB-29 patterns', () => {
  const one = documents([prompt('3.1', 'polish', { expectedSignal: 'require_nonempty' })])
  it('a pass at the first go is one', () =>
    expect(given(one, done('3.1')).state.patterns).toMatchObject([
      { promptId: '3.1', verb: 'polish', iteration: 0 },
    ]))
  it('a pass after a re-dispatch is none', () =>
    expect(given(one, [says('3.1', ''), ...done('3.1')]).state.patterns).toEqual([]))
})
