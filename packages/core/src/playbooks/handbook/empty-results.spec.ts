import { describe, expect, it } from 'vitest'
import { given } from './test-support/given.ts'
import { checksPass, finds, says } from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

describe('HB-23 empty results by contract', () => {
  const one = (expectedSignal: 'allow_empty' | 'require_nonempty', verb = 'polish') =>
    documents([
      prompt('3.1', verb, { expectedSignal, failureModes: 'It changes nothing.' }),
      prompt('3.2', 'harden'),
    ])
  it('allow_empty passes, and says so', () => {
    const story = given(one('allow_empty'), [says('3.1', 'Nothing to do.'), checksPass()])
    story.wants('prompt-worker work/3.2/1')
    expect(story.state.records[0]).toMatchObject({ emptyResult: true })
    expect(story.state.iteration).toMatchObject({ iteration: 1, lastOutcome: 'empty' })
  })
  it('require_nonempty is asked once more with the failure modes on top', () => {
    const story = given(one('require_nonempty'), [says('3.1', 'first')])
    story.wants('prompt-worker work/3.1/2')
    expect(story.labels()[0]).toContain('Read this first')
    expect(story.envelope().split('\n')[1]).toBe('It changes nothing.')
  })
  it('then halts with both summaries', () => {
    const end = given(one('require_nonempty'), [says('3.1', 'first'), says('3.1', 'second')]).ends()
    expect(end).toMatchObject({ exitCode: 1, reason: expect.stringContaining('verification_failed') })
    for (const part of ['require_nonempty', 'first', 'second', 'tick the checkbox manually'])
      expect(end.report).toContain(part)
  })
  it('an audit that found nothing is a result', () =>
    given(one('require_nonempty', 'audit'), [finds('3.1')]).wants('prompt-worker work/3.2/1'))
  it('a shape without a brief is none', () =>
    given(one('require_nonempty', 'shape'), [says('3.1', ' ')]).wants('shaper work/3.1/2'))
  it('a harden that reports without a change is a result; one that found nothing is none', () => {
    given(one('require_nonempty', 'harden'), [says('3.1', 'Two findings need a person.')]).wants(
      'RunChecks verify/3.1/1',
    )
    given(one('require_nonempty', 'harden'), [says('3.1', 'No findings.')]).wants('prompt-worker work/3.1/2')
  })
})
