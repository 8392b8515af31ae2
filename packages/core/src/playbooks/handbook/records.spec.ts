import { describe, expect, it } from 'vitest'
import { documents, done, given, prompt, says } from './test-support/given.ts'

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

describe('HB-29 patterns', () => {
  const one = documents([prompt('3.1', 'polish', { expectedSignal: 'require_nonempty' })])
  it('a pass at the first go is one', () =>
    expect(given(one, done('3.1')).state.patterns).toMatchObject([
      { promptId: '3.1', verb: 'polish', iteration: 0 },
    ]))
  it('a pass after a re-dispatch is none', () =>
    expect(given(one, [says('3.1', ''), ...done('3.1')]).state.patterns).toEqual([]))
})
