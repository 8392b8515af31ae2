/** What a later merge would bring is shown before its turn, and nothing of the repository moves. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MergeAhead } from '@harness/core/effects/merge-ahead'
import type { RunChecks } from '@harness/core/effects/run-checks'
import type { Check } from '@harness/core/kernel/check'
import type { Evidence } from '@harness/core/kernel/evidence'
import { asTreeHash } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  repeatedAttempt,
  targetRepo,
  testNow,
  treeAt,
} from '../../test-support/target-repo.ts'
import { runChecks } from '../checks/run-checks.ts'
import { openLane } from '../lanes/open-lane.ts'
import { mergeAheadEffect } from './merge-ahead.effect.ts'

/** A lane with work in it, and a base that others have moved since. */
async function twoSides(theirs: Readonly<Record<string, string>> = { 'b.txt': 'theirs\n' }) {
  const repo = targetRepo({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
  const opened = await openLane(openLaneCommand(), firstAttempt, repo.ports())
  if (opened.type !== 'LaneOpened') throw new Error(JSON.stringify(opened))
  writeFileSync(join(opened.path, 'a.txt'), 'work\n')
  repo.gitIn(opened.path, 'commit', '-qam', 'work')
  repo.commit(theirs)
  const command: MergeAhead = {
    type: 'MergeAhead',
    id: idOf('20260101-000000/ahead/F-001/1'),
    lane: opened.lane,
    commit: commitOf(repo, opened.branch),
    onto: commitOf(repo, 'main'),
  }
  const perform = async (attempt = firstAttempt) => {
    const event = await mergeAheadEffect.perform(command, attempt, repo.ports())
    if (event.type !== 'MergedAhead') throw new Error(JSON.stringify(event))
    return event
  }
  const state = () => [
    repo.git('for-each-ref'),
    repo.git('status', '--porcelain'),
    repo.gitIn(opened.path, 'status', '--porcelain', '--branch'),
    repo.gitIn(opened.path, 'rev-parse', 'HEAD'),
  ]
  return { repo, opened, command, perform, state }
}

describe('MI-20 a merge that is not due yet', () => {
  it('holds both sides, and moves no branch and no file', async () => {
    const { repo, command, perform, state } = await twoSides()
    const before = state()
    const { trial, ...event } = await perform()
    expect(event).toEqual({ type: 'MergedAhead', at: testNow, commandId: command.id })
    expect(state()).toEqual(before)
    const commit = trial?.commit ?? ''
    expect(repo.git('show', `${commit}:a.txt`)).toBe('work')
    expect(repo.git('show', `${commit}:b.txt`)).toBe('theirs')
    expect(repo.git('log', '-1', '--format=%P', commit)).toBe(`${command.onto} ${command.commit}`)
    expect(treeAt(repo, commit)).toBe(trial?.tree)
  })
  it('brings the tree that the merge brings in its turn', async () => {
    const { repo, command, perform } = await twoSides()
    const { trial } = await perform()
    repo.git('merge', '-q', '--no-edit', command.commit)
    expect(treeAt(repo, 'main')).toBe(trial?.tree)
  })
  it('is the same commit if it is made again after a crash', async () => {
    const { perform } = await twoSides()
    expect(await perform(repeatedAttempt)).toEqual(await perform())
  })
  it('is nothing if the two conflict', async () => {
    const { perform, state } = await twoSides({ 'a.txt': 'theirs\n' })
    const before = state()
    expect((await perform()).trial).toBeNull()
    expect(state()).toEqual(before)
  })
  it('says no line to people, and in the log what came of it', async () => {
    const { perform } = await twoSides()
    const clean = await perform()
    const { MergedAhead } = mergeAheadEffect.outcomes
    expect(MergedAhead.line(clean, {} as never)).toBeNull()
    expect(MergedAhead.log?.(clean)).toBe(clean.trial?.commit)
    expect(MergedAhead.log?.({ ...clean, trial: null })).toBe('a conflict')
    expect(MergedAhead.replay.how).toBe('again')
  })
})

describe('MI-20 checks of a tree that was shown ahead', () => {
  /** Each run leaves a mark outside of its room. */
  async function shown() {
    const world = await twoSides()
    const { repo, opened, perform } = world
    const marks = join(repo.root, '..', `marks-${opened.lane}`)
    const check: Check = {
      name: 'test',
      run: `cat a.txt b.txt && echo ran >> '${marks}'`,
      timeoutMs: 20_000,
      claims: [],
    }
    const { trial } = await perform()
    if (trial === null) throw new Error('no trial')
    const command = (more: Partial<RunChecks> = {}): RunChecks => ({
      type: 'RunChecks',
      id: idOf('20260101-000000/checks/F-001/1'),
      lane: opened.lane,
      ...trial,
      checks: [check],
      ...more,
    })
    const run = async (more: Partial<RunChecks> = {}) => {
      const event = await runChecks(command(more), firstAttempt, repo.ports())
      if (event.type !== 'ChecksFinished') throw new Error(event.detail)
      return event.evidence
    }
    const runs = (): number => (existsSync(marks) ? readFileSync(marks, 'utf8').split('\n').length - 1 : 0)
    return { ...world, check, trial, run, runs, ahead: await run() }
  }
  it('run on the merged tree, which no lane has', async () => {
    const { ahead, trial, runs } = await shown()
    expect(ahead).toMatchObject([{ exitCode: 0, tree: trial.tree, outputTail: 'work\ntheirs\n' }])
    expect(runs()).toBe(1)
  })
  it('are not run again', async () => {
    const { ahead, run, runs } = await shown()
    expect(await run({ known: ahead })).toMatchObject([{ exitCode: 0, outputTail: 'work\ntheirs\n' }])
    expect(runs()).toBe(1)
  })
  it.each([
    ['of another tree', (item: Evidence) => ({ ...item, tree: asTreeHash('0'.repeat(40)) })],
    ['of another command', (item: Evidence) => ({ ...item, run: 'true' })],
    ['of another check', (item: Evidence) => ({ ...item, check: 'lint' })],
    ['that failed', (item: Evidence) => ({ ...item, exitCode: 1 })],
    ['with a problem', (item: Evidence) => ({ ...item, problem: 'it changed files' })],
    ['that a person let stand', (item: Evidence) => ({ ...item, exitCode: 1, redOnBase: true as const })],
    ['from no clean room', (item: Evidence) => ({ ...item, room: 'in-place' as const })],
  ])('run again if what is known is %s', async (_name, change) => {
    const { ahead, run, runs } = await shown()
    await run({ known: ahead.map(change) })
    expect(runs()).toBe(2)
  })
  it('run again, all of them, if one of them is not known', async () => {
    const { ahead, run, runs, check } = await shown()
    const two = await run({ checks: [check, { ...check, name: 'lint', run: 'true' }], known: ahead })
    expect(two).toHaveLength(2)
    expect(runs()).toBe(2)
  })
  it('count tests against the base of the turn', async () => {
    const { ahead, run, command } = await shown()
    const counted = ahead.map((item) => ({ ...item, executed: 3, executedOnBase: 9 }))
    const [item] = await run({ known: counted, baseCommit: command.onto })
    expect(item).toMatchObject({ executed: 3, executedOnBase: null })
  })
})
