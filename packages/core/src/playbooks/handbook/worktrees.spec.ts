import { describe, expect, it } from 'vitest'
import {
  answers,
  checksFail,
  checksPass,
  documents,
  done,
  given,
  mergeRefused,
  prompt,
  writes,
} from './test-support/given.ts'

describe('HB-15 worktrees', () => {
  it('a craft and every mutating prompt from Phase 2 on has its own, named after prompt and time', () => {
    const { state } = given(documents([prompt('3.2', 'polish')]))
    expect(state.flights[0]?.lane).toMatchObject({
      lane: 'impeccable-3-3.2-20261116-120000',
      path: '/repo/.worktrees/impeccable-3-3.2-20261116-120000',
    })
    const story = given(documents([prompt('3.2', 'polish')]), [writes('3.2'), checksPass()])
    story.wants('MergeLane merge/3.2/1')
    expect(story.command('MergeLane')).not.toHaveProperty('place')
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
  it('what is done in the main tree is committed there once it has verified, and no lane is closed', () => {
    const worked = given(documents([prompt('0.1', 'extract')]), [writes('0.1')])
    expect(worked.command('RunChecks')).toMatchObject({ place: 'main-tree' })
    const story = given(documents([prompt('0.1', 'extract')]), [writes('0.1'), checksPass()])
    expect(story.command('MergeLane')).toMatchObject({ place: 'main-tree' })
    expect(given(documents([prompt('0.1', 'extract')]), done('0.1')).log).not.toContain(
      'CloseLane shut/0.1/1',
    )
    const failed = given(documents([prompt('0.1', 'extract')]), [writes('0.1'), checksFail()])
    expect(failed.ends()).toMatchObject({ next: expect.stringContaining('in your checkout, not committed') })
  })
  it.each([
    ['0.1', 'extract'],
    ['1.1', 'critique'],
    ['6.1', 'audit'],
    ['2.1', 'shape'],
  ])('%s %s runs in the main tree', (id, verb) =>
    expect(given(documents([prompt(id, verb)])).state.flights[0]?.lane).toMatchObject({
      path: '/repo',
      isWorktree: false,
    }),
  )
  it('a read-only prompt that changed files is recorded, and its report taken', () => {
    const story = given(documents([prompt('1.1', 'audit'), prompt('3.1', 'harden')]), [
      answers('1.1', { violation: ['src/a.ts'], output: { kind: 'review', findings: [], sentinel: true } }),
    ])
    story.wants('prompt-worker work/3.1/1')
    expect(story.state.records[0]?.violation).toEqual({ files: ['src/a.ts'], patch: 'aside.patch' })
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
    expect(story.log.filter((one) => one.startsWith('CloseLane') || one.startsWith('TickBox'))).toEqual([])
  })
})
