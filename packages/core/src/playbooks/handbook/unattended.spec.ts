import { describe, expect, it } from 'vitest'
import { resumes, timerFires } from '../../test-support/story.ts'
import { endReports } from './report.ts'
import { given } from './test-support/given.ts'
import { cannot, done, fails, finds, later, prose, says } from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

describe('HB-26, HB-30 it never asks a person', () => {
  const one = documents([prompt('3.1', 'harden')])
  it('a rate limit is waited for, and what comes next is read anew', () => {
    const limited = [fails('3.1', 'rate_limit')]
    given(one, limited).wants('WakeAt wait/handbook/1')
    const story = given(one, [...limited, timerFires])
    story.wants('prompt-worker work/3.1/2')
    expect(story.log).toContain('ReadDocuments read/handbook/2')
  })
  it('an agent that keeps failing stops the run, which can be resumed', () => {
    const story = [fails('3.1', 'timeout'), fails('3.1', 'timeout')]
    expect(given(one, story).ends()).toMatchObject({ outcome: 'paused', exitCode: 1, resumable: true })
    given(one, [...story, resumes]).wants('prompt-worker work/3.1/3')
  })
  it('to the sidecar that is a halt with a report, until the run goes on', () => {
    const story = [...done('3.1'), fails('3.2', 'timeout'), fails('3.2', 'timeout')]
    const two = documents([prompt('3.1', 'harden'), prompt('3.2', 'harden')])
    const { state } = given(two, story)
    expect(state.iteration).toMatchObject({
      iteration: 2,
      lastOutcome: 'fail',
      status: 'halted',
      terminationReason: null,
    })
    const [report] = endReports(state)
    expect(report?.file).toBe('.impeccable-halt.md')
    for (const part of ['# The handbook halted', 'Prompt: 3.2', 'it was timeout', 'harness resume'])
      expect(report?.text).toContain(part)
    const again = given(two, [...story, resumes]).state
    expect(again.iteration).toMatchObject({ iteration: 2, status: 'running' })
    expect(endReports(again)).toEqual([])
    const twice = given(two, [...story, resumes, fails('3.2', 'auth')]).state
    expect(twice.iteration).toMatchObject({ iteration: 3, status: 'halted' })
  })
  it('a broken contract stops it with exit code 4', () =>
    expect(given(documents([prompt('1.1', 'audit')]), [prose('1.1')]).ends()).toMatchObject({
      exitCode: 4,
      next: 'See its answer: harness show handbook work/1.1/1; then: harness resume',
      resumable: true,
    }))
  it('PRODUCT.md gone during the run stops it before the next dispatch', () => {
    const story = [...done('3.1'), cannot('ReadDocuments', 'PRODUCT.md is gone')]
    const two = documents([prompt('3.1', 'harden'), prompt('3.2', 'harden')])
    expect(given(two, story).ends()).toMatchObject({
      exitCode: 1,
      reason: 'PRODUCT.md is gone',
      resumable: true,
    })
    expect(given(two, story).state.iteration).toMatchObject({ iteration: 2, status: 'halted' })
    expect(endReports(given(two, story).state)[0]?.text).toContain('mend it')
    given(two, [...story, resumes]).wants('prompt-worker work/3.2/1')
  })
  it('where one of a batch halts the run, nobody waits for another’s rate limit, and its lane is closed', () => {
    const batch = documents([
      prompt('1.1', 'audit'),
      prompt('1.2', 'audit', { expectedSignal: 'require_nonempty' }),
    ])
    const story = given(batch, [fails('1.1', 'rate_limit'), says('1.2', ''), says('1.2', '')])
    expect(story.ends()).toMatchObject({ outcome: 'halted', exitCode: 1 })
    expect(story.log).toContain('CloseLane shut/1.1/1')
    expect(story.log).not.toContain('prompt-reader work/1.1/2')
  })
  it('whoever fails after the run has halted is let go of, and its lane closed', () => {
    const batch = documents([
      prompt('1.1', 'audit'),
      prompt('1.2', 'audit', { expectedSignal: 'require_nonempty' }),
    ])
    for (const failure of [fails('1.1', 'rate_limit'), fails('1.1', 'auth'), prose('1.1')]) {
      const story = given(batch, [says('1.2', ''), says('1.2', ''), later(1), failure])
      expect(story.ends()).toMatchObject({ outcome: 'halted', exitCode: 1, resumable: false })
      expect(story.log).toContain('CloseLane shut/1.1/1')
    }
  })
  it('where one of a batch stops, nobody else is sent anew before the run is taken up again', () => {
    const batch = documents([
      prompt('1.1', 'audit'),
      prompt('1.2', 'audit', { expectedSignal: 'require_nonempty' }),
    ])
    const story = [fails('1.1', 'auth'), says('1.2', '')]
    expect(given(batch, story).ends()).toMatchObject({ outcome: 'paused', exitCode: 1 })
    expect(given(batch, story).log).not.toContain('prompt-reader work/1.2/2')
    expect(given(batch, [...story, resumes, finds('1.1'), timerFires]).log).toContain(
      'prompt-reader work/1.2/2',
    )
  })
  it('where one of a batch stops, the others come to their end first', () => {
    const batch = documents([prompt('1.1', 'audit'), prompt('1.2', 'audit'), prompt('1.3', 'audit')])
    given(batch, [fails('1.1', 'auth')]).wants('prompt-reader work/1.2/1', 'prompt-reader work/1.3/1')
    const rest = given(batch, [fails('1.1', 'auth'), finds('1.2'), fails('1.3', 'network')])
    expect(rest.ends()).toMatchObject({ outcome: 'paused', exitCode: 1 })
    expect(rest.state.records.map(({ promptId }) => promptId)).toEqual(['1.2'])
    given(batch, [fails('1.1', 'auth'), finds('1.2'), fails('1.3', 'network'), resumes]).wants(
      'prompt-reader work/1.1/2',
    )
  })
})
