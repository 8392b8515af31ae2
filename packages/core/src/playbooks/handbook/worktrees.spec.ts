import { describe, expect, it } from 'vitest'
import { asRunId } from '../../kernel/ids.ts'
import { resumes } from '../../test-support/story.ts'
import { doneBefore } from './endings.ts'
import { givenUp } from './given-up.ts'
import { halted } from './halts.ts'
import { given } from './test-support/given.ts'
import {
  answers,
  checksFail,
  checksPass,
  done,
  fails,
  finds,
  later,
  mergeRefused,
  says,
  sets,
  stopsDuring,
  tickRefused,
  verdict,
  writes,
} from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

describe('HB-15 worktrees', () => {
  it('a craft and every mutating prompt from Phase 2 on has its own, named after prompt and time', () => {
    const { state } = given(documents([prompt('3.2', 'polish')]))
    expect(state.flights[0]?.lane).toMatchObject({
      lane: 'impeccable-3-3.2-20261116-120000',
      path: '/repo/.worktrees/impeccable-3-3.2-20261116-120000',
    })
    const story = given(documents([prompt('3.2', 'polish')]), [writes('3.2'), checksPass()])
    story.wants('MergeLane merge/3.2/1')
  })
  it('its name is the run’s own, also in a second in which an earlier run may have opened one', () => {
    const told = { runId: asRunId('20261116-120001') }
    const { state } = given(documents([prompt('3.2', 'polish'), prompt('1.1', 'audit')]), [], told)
    expect(state.flights[0]?.lane?.lane).toBe('impeccable-1.1-20261116-120001-20261116-120000')
    const later = given(documents([prompt('1.1', 'audit'), prompt('3.2', 'polish')]), [finds('1.1')], told)
    expect(later.state.flights[0]?.lane?.lane).toBe('impeccable-3-3.2-20261116-120001')
  })
  it('it lies where the source says', () => {
    const opened: unknown[] = []
    given(documents([prompt('3.2', 'polish')]), [], {}, (event) => {
      if (event.type === 'CommandIssued' && event.command.type === 'OpenLane') opened.push(event.command)
    })
    expect(opened).toEqual([
      expect.objectContaining({ worktree: '.worktrees/impeccable-3-3.2-20261116-120000' }),
    ])
  })
  it('what Phase 0 writes is merged once it has verified, and stays in its lane where it has not', () => {
    const shelf = documents([prompt('0.1', 'extract')])
    given(shelf, [writes('0.1'), checksPass()]).wants('MergeLane merge/0.1/1')
    const story = given(shelf, done('0.1'))
    expect(story.log).toContain('CloseLane shut/0.1/1')
    expect(story.state.records[0]).toMatchObject({ worktree: null, actualFiles: 1 })
    const failed = given(shelf, [writes('0.1'), checksFail()])
    expect(failed.ends()).toMatchObject({
      next: expect.stringContaining('/lanes/impeccable-0.1-20261116-12000'),
    })
    expect(failed.log).not.toContain('CloseLane shut/0.1/1')
  })
  it.each([
    ['0.1', 'extract'],
    ['1.1', 'critique'],
    ['6.1', 'audit'],
    ['2.1', 'shape'],
  ])('%s %s works on what the main tree has committed, out of sight', (id, verb) => {
    const opened: unknown[] = []
    given(documents([prompt(id, verb)]), [], {}, (event) => {
      if (event.type === 'CommandIssued' && event.command.type === 'OpenLane') opened.push(event.command)
    })
    const lane = `impeccable-${id}-20261116-120000`
    expect(opened).toEqual([expect.objectContaining({ lane, baseBranch: 'main' })])
    expect(opened[0]).not.toHaveProperty('worktree')
  })
  it('a reader’s lane is closed before its box is ticked, and the final critic’s before the end', () => {
    const { log } = given(documents([prompt('1.1', 'audit')]), [finds('1.1'), finds('final')])
    const order = ['CloseLane shut/1.1/1', 'EditDocuments tick/1.1/1', 'CloseLane shut/final/1']
    expect(log.filter((line) => order.includes(line))).toEqual(order)
  })
  it('a brief is judged where it was written; the craft that follows it has a worktree of its own', () => {
    const shelf = documents([prompt('2.1', 'shape'), prompt('2.2', 'shape'), prompt('2.9', 'craft')])
    const judged = given(shelf, [says('2.1', 'A brief.')])
    judged.wants('brief-critic self-critique/2.1/1')
    expect(judged.log.filter((line) => line.startsWith('OpenLane'))).toEqual(['OpenLane open/2.1/1'])
    const story = given(shelf, [says('2.1', 'A brief.'), verdict('2.1')])
    story.wants('prompt-worker craft/2.1/1')
    expect(story.log).toContain('CloseLane shut/2.1/1')
    expect(story.state.flights[0]?.lane).toMatchObject({ isWorktree: true })
  })
  it('where a run halts, or a person settles a prompt, no empty lane is left', () => {
    const shelf = documents([prompt('1.1', 'audit', { expectedSignal: 'require_nonempty' })])
    const halt = given(shelf, [says('1.1', ''), says('1.1', '')])
    expect(halt.ends()).toMatchObject({ exitCode: 1, reason: expect.stringContaining('require_nonempty') })
    expect(halt.log).toContain('CloseLane shut/1.1/1')
    const settled = given(documents([prompt('1.1', 'audit')]), [
      sets('1.1', { box: 'done' }),
      stopsDuring('work/1.1/1'),
    ])
    settled.wants('prompt-reader final/final/1')
    expect(settled.log).toContain('CloseLane shut/1.1/1')
  })
  it('a read-only prompt that changed files is recorded, and its report taken', () => {
    const story = given(documents([prompt('1.1', 'audit'), prompt('3.1', 'harden')]), [
      answers('1.1', { violation: ['src/a.ts'], answer: { kind: 'review', findings: [], sentinel: true } }),
    ])
    story.wants('prompt-worker work/3.1/1')
    expect(story.state.records[0]?.violation).toEqual({ files: ['src/a.ts'], patch: 'aside.patch' })
  })
  it('what its first attempt changed is still recorded when the second one kept to reading', () => {
    const shelf = documents([prompt('1.1', 'audit', { expectedSignal: 'require_nonempty' })])
    const first = answers('1.1', { text: '', violation: ['src/a.ts'] })
    expect(given(shelf, [first, finds('1.1')]).state.records[0]?.violation).toEqual({
      files: ['src/a.ts'],
      patch: 'aside.patch',
    })
  })
  it('what every attempt of a prompt that halts has changed is told in the state and the report', () => {
    const stray = (file: string) => answers('2.1', { text: 'A brief.', violation: [file] })
    const story = given(documents([prompt('2.1', 'shape')]), [
      stray('src/a.ts'),
      verdict('2.1', 'vague'),
      stray('src/b.ts'),
      verdict('2.1', 'vague'),
      says('2.1', 'A brief.'),
      verdict('2.1', 'vague'),
    ])
    expect(story.ends()).toMatchObject({ reason: expect.stringContaining('self_critique_exhausted') })
    expect(story.state.violations).toEqual([
      { by: '2.1', files: ['src/a.ts'], patch: 'aside.patch' },
      { by: '2.1', files: ['src/b.ts'], patch: 'aside.patch' },
    ])
    expect(story.ends().report).toContain('2.1 changed src/b.ts; it was set aside in aside.patch')
  })
  it('what critics and the final critique changed is told in the state and the report', () => {
    const shelf = documents([prompt('2.1', 'shape')])
    const strays = { violation: ['src/a.ts'] }
    const story = given(shelf, [
      says('2.1', 'A brief.'),
      answers('2.1', { ...strays, answer: { kind: 'verdict', pass: true, failures: [] } }),
      verdict('2.1'),
      answers('final', { ...strays, answer: { kind: 'review', findings: [], sentinel: true } }),
    ])
    expect(story.state.violations).toEqual([
      { by: 'The critic of 2.1', files: ['src/a.ts'], patch: 'aside.patch' },
      { by: 'The final critique', files: ['src/a.ts'], patch: 'aside.patch' },
    ])
    expect(story.ends().report).toContain(
      'The final critique changed src/a.ts; it was set aside in aside.patch',
    )
  })
  describe('what a shaper changed is told although its prompt is never completed', () => {
    const shelf = documents([prompt('2.1', 'shape'), prompt('3.1', 'harden')])
    const strays = answers('2.1', { text: 'A brief.', violation: ['src/a.ts'] })
    const told = [{ by: '2.1', files: ['src/a.ts'], patch: 'aside.patch' }]
    it('where a person has settled it', () =>
      expect(
        given(shelf, [strays, sets('2.1', { box: 'done' }), stopsDuring('self-critique/2.1/1'), resumes])
          .state.violations,
      ).toEqual(told))
    it('where the time is up', () => {
      const story = given(shelf, [strays, stopsDuring('self-critique/2.1/1'), later(241 * 60_000), resumes])
      expect(story.ends()).toMatchObject({ exitCode: 5 })
      expect(story.state.violations).toEqual(told)
    })
    it('where somebody else halts the run while it waits', () => {
      const asleep = given(shelf, [strays, fails('2.1', 'rate_limit')]).state
      expect(halted(asleep, doneBefore, 0).violations).toEqual(told)
    })
    it('where the run is given up', () => {
      const { state } = given(shelf, [strays])
      expect(givenUp(state, 'ada', 'no')?.report).toContain('2.1 changed src/a.ts; it was set aside')
    })
  })
  it('so is what a shaper changed whose prompt was edited as it was ticked, or whose craft then failed', () => {
    const strays = answers('2.1', { text: 'A brief.', violation: ['src/a.ts'] })
    const told = [{ by: '2.1', files: ['src/a.ts'], patch: 'aside.patch' }]
    const alone = given(documents([prompt('2.1', 'shape')]), [strays, verdict('2.1'), tickRefused('edited')])
    expect(alone.state.violations).toEqual(told)
    const pass = documents([prompt('2.1', 'shape'), prompt('2.8', 'craft', { title: 'Craft pass' })])
    const crafted = given(pass, [strays, verdict('2.1'), writes('2.1'), checksFail('2.1')])
    expect(crafted.ends()).toMatchObject({ exitCode: 1 })
    expect(crafted.state.violations).toEqual(told)
  })
  it('one that is let go of with its prompt is named', () => {
    const shelf = documents([prompt('3.1', 'harden'), prompt('3.2', 'harden')])
    const stays =
      /^(- )?The worktree of 3\.1 stays as it is: \/repo\/\.worktrees\/impeccable-3-3\.1-\S+ \(impeccable\/\S+\)\.$/m
    const settled = given(shelf, [sets('3.1', { box: 'done' }), stopsDuring('work/3.1/1'), resumes])
    expect(settled.notes).toContainEqual(expect.stringMatching(stays))
    const late = given(shelf, [stopsDuring('work/3.1/1'), later(241 * 60_000), resumes])
    expect(late.ends().report).toMatch(stays)
    const asleep = given(shelf, [fails('3.1', 'rate_limit')]).state
    expect(halted(asleep, doneBefore, 0).notes).toContainEqual(expect.stringMatching(stays))
  })
  it('a merge that is refused halts and leaves the worktree', () => {
    const story = given(documents([prompt('3.1', 'harden')]), [
      writes('3.1'),
      checksPass(),
      mergeRefused('conflict'),
    ])
    expect(story.ends()).toMatchObject({
      exitCode: 1,
      next: expect.stringContaining('.worktrees/impeccable-3-3.1'),
    })
    expect(story.log.filter((one) => one.startsWith('CloseLane') || one.startsWith('EditDocuments'))).toEqual(
      [],
    )
  })
})
