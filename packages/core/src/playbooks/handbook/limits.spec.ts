import { describe, expect, it } from 'vitest'
import type { RunResumed } from '../../kernel/event.ts'
import { resumes, timerFires } from '../../test-support/story.ts'
import { nextWake } from './evolve.ts'
import { endReports } from './report.ts'
import { given } from './test-support/given.ts'
import {
  checksPass,
  type Deed,
  done,
  fails,
  finds,
  later,
  merged,
  mergeRefused,
  says,
  sets,
  stopsDuring,
  writes,
} from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

const minute = 60_000

describe('HB-26 iteration and time limits', () => {
  const three = documents([prompt('3.1', 'harden'), prompt('3.2', 'harden'), prompt('3.3', 'harden')])
  it('max_iterations ends it before the next dispatch, with what would have come', () => {
    const story = given(three, [...done('3.1'), ...done('3.2')], {
      limits: { maxIterations: 2, timeoutMinutes: 240 },
    })
    expect(story.ends()).toMatchObject({
      outcome: 'halted',
      exitCode: 5,
      reason: expect.stringContaining('max_iterations'),
    })
    for (const part of [
      'iteration: 2 of 2',
      '- status: halted',
      '- termination_reason: max_iterations',
      '3.3 (harden): first unticked checkbox in Phase 3',
      'max_iterations or timeout_minutes under iteration_state',
    ])
      expect(story.ends().report).toContain(part)
    expect(story.state.iteration).toMatchObject({
      iteration: 2,
      status: 'halted',
      terminationReason: 'max_iterations',
    })
  })
  it('a batch is no larger than what is left', () =>
    given(documents([prompt('1.1', 'audit'), prompt('1.2', 'audit'), prompt('1.3', 'audit')]), [], {
      limits: { maxIterations: 2, timeoutMinutes: 240 },
    }).wants('prompt-reader work/1.1/1', 'prompt-reader work/1.2/1'))
  it('with everything ticked the last iteration still leads to the end', () =>
    given(documents([prompt('1.1', 'audit')]), [finds('1.1')], {
      limits: { maxIterations: 1, timeoutMinutes: 240 },
    }).wants('prompt-reader final/final/1'))
  it('the timeout ends it before the next dispatch', () => {
    const story = given(three, [writes('3.1'), checksPass(), later(241 * minute), merged])
    expect(story.ends()).toMatchObject({ exitCode: 5, reason: expect.stringContaining('timeout') })
    expect(story.state.records).toHaveLength(1)
  })
  it('HB-30 what is left to be read after the last critique is no matter of time', () =>
    expect(
      given(documents([prompt('1.1', 'audit')]), [finds('1.1'), later(241 * minute), finds('final')]).ends(),
    ).toMatchObject({ outcome: 'done', exitCode: 0 }))
  it('what fails after the time was up is told, and its worktree named', () => {
    const story = given(three, [writes('3.1'), later(241 * minute), checksPass(), mergeRefused('conflict')])
    expect(story.ends()).toMatchObject({ exitCode: 5, reason: expect.stringContaining('timeout') })
    expect(story.notes).toContain(
      '3.1 was not done: The verified change could not be merged back (conflict).',
    )
    expect(story.notes).toContainEqual(expect.stringMatching(/^The worktree of 3\.1 stays as it is: /))
  })
  it('HB-30 a handbook that was done before stays so, however late: nobody is sent, nothing is told anew', () => {
    const shelf = documents([prompt('1.1', 'audit')])
    const first = given(shelf, [finds('1.1'), finds('final')])
    const iteration = { ...first.state.iteration, startedAt: first.state.iteration.startedAt - 300 * minute }
    const adopted = { ...first.state, iteration }
    const again = given(first.shelf, [], { adopted })
    expect(again.ends()).toMatchObject({
      outcome: 'done',
      exitCode: 0,
      reason: expect.stringContaining('before'),
    })
    expect(again.log).toEqual(['ReadDocuments read/handbook/1'])
    expect(again.state.iteration).toEqual(iteration)
    expect(endReports(again.state)).toEqual([])
    for (const status of ['running', 'halted'] as const)
      given(first.shelf, [], {
        adopted: { ...first.state, iteration: { ...first.state.iteration, status } },
      }).wants('prompt-reader final/final/1')
    expect(given(shelf, [], { adopted }).ends()).toMatchObject({ exitCode: 5 })
  })
  it('no agent may work longer than what is left', () =>
    expect(
      given(three, [], { limits: { maxIterations: 9, timeoutMinutes: 10 } }).command('RunAgent'),
    ).toMatchObject({
      limits: { wallMs: 10 * minute },
    }))
  it('what a person has set while the run stood still counts from then on, and is said', () => {
    const told = { limits: { maxIterations: 1, timeoutMinutes: 240 } }
    const goesOn = (limits?: RunResumed['limits']): Deed => ({
      event: (at) => ({ type: 'RunResumed', at, until: null, ...(limits === undefined ? {} : { limits }) }),
    })
    const stopped = [...done('3.1').slice(0, 2), stopsDuring()]
    const more = { maxIterations: 9, timeoutMinutes: 300 }
    const story = given(three, [...stopped, goesOn(more), merged], told)
    story.wants('prompt-worker work/3.2/1')
    expect(story.state.iteration).toMatchObject(more)
    expect(story.notes).toContain(
      'The run may go on for 9 iterations and 300 minutes, says .impeccable-state.json.',
    )
    for (const same of [undefined, told.limits]) {
      const kept = given(three, [...stopped, goesOn(same), merged], told)
      expect(kept.ends()).toMatchObject({ exitCode: 5, reason: expect.stringContaining('max_iterations') })
      expect(kept.notes.filter((note) => note.startsWith('The run may'))).toEqual([])
    }
    const halts = documents([
      prompt('1.1', 'audit'),
      prompt('1.2', 'audit', { expectedSignal: 'require_nonempty' }),
    ])
    const over = given(halts, [
      says('1.2', ''),
      says('1.2', ''),
      later(1),
      goesOn({ maxIterations: 9, timeoutMinutes: 9 }),
    ])
    expect(over.state.ending).not.toBeNull()
    expect(over.state.iteration).toMatchObject({ maxIterations: 200, timeoutMinutes: 240 })
  })
  describe('nobody sleeps past the time', () => {
    const inHours = 1_794_830_400_000 + 5 * 60 * minute
    const asleep = [fails('3.1', 'rate_limit', inHours)]
    it('it is waited until it is up, and not for the rate limit', () => {
      const story = given(three, asleep)
      const until = 1_794_830_400_000 + 240 * minute + 1
      const why = 'the time is up then; rate limit of the prompt-worker: it was rate_limit'
      expect(story.command('WakeAt')).toMatchObject({ at: until, why })
      expect(nextWake(story.state)).toMatchObject({ until, why })
      const late = given(three, [...asleep, later(241 * minute), timerFires])
      expect(late.ends()).toMatchObject({ exitCode: 5, reason: expect.stringContaining('timeout') })
      expect(late.notes).toContainEqual(expect.stringMatching(/^The worktree of 3\.1 stays as it is: /))
    })
    it('one that is taken up again finds it up at once', () => {
      const late = given(three, [...asleep, stopsDuring(), later(241 * minute), resumes])
      expect(late.ends()).toMatchObject({ exitCode: 5, reason: expect.stringContaining('timeout') })
      given(three, [...asleep, stopsDuring(), later(minute), resumes]).wants('WakeAt wait/handbook/1')
    })
    it('HB-28 nor for a prompt that a person has settled meanwhile', () =>
      given(three, [...asleep, stopsDuring(), sets('3.1', { box: 'done' }), resumes]).wants(
        'prompt-worker work/3.2/1',
      ))
  })
  it('a resumed run keeps start and limits, and finds them reached before its first dispatch', () => {
    const { state } = given(three, done('3.1'))
    const adopted = {
      ...state,
      iteration: { ...state.iteration, startedAt: state.iteration.startedAt - 300 * minute },
    }
    const story = given(three, [], { adopted, limits: { maxIterations: 500, timeoutMinutes: 9000 } })
    expect(story.ends()).toMatchObject({ exitCode: 5, reason: expect.stringContaining('timeout') })
    expect(story.log).toEqual(['ReadDocuments read/handbook/1'])
  })
})
