import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckBase } from '@harness/core/effects/check-base'
import type { MergeLane } from '@harness/core/effects/merge-lane'
import type { Check } from '@harness/core/kernel/check'
import { describe, expect, it } from 'vitest'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  repeatedAttempt,
  type TargetRepo,
  targetRepo,
  treeAt,
} from '../../test-support/target-repo.ts'
import { mergeLane } from '../landing/merge-lane.ts'
import { openLane } from '../lanes/open-lane.ts'
import { checkBaseEffect } from './check-base.effect.ts'
import { checkBase } from './check-base.ts'
import type { CheckPorts } from './check-ports.ts'
import { carryProven } from './proven-trees.ts'
import { runChecksEffect } from './run-checks.effect.ts'

const check = (run: string, name = 'test'): Check => ({ name, run, timeoutMs: 20_000, claims: [] })

interface World {
  readonly repo: TargetRepo
  readonly path: string
  /** How often the check has run. */
  readonly times: () => number
  readonly look: (more?: Partial<CheckBase>, ports?: CheckPorts) => ReturnType<typeof checkBase>
}

async function world(files: Readonly<Record<string, string>> = { 'a.txt': 'a\n' }): Promise<World> {
  const repo = targetRepo(files)
  const runs = join(repo.root, '../runs.txt')
  writeFileSync(runs, '')
  const event = await openLane(openLaneCommand(), firstAttempt, repo.ports())
  if (event.type !== 'LaneOpened') throw new Error(JSON.stringify(event))
  const command: CheckBase = {
    type: 'CheckBase',
    id: idOf('20260101-000000/base-first/check/1'),
    lane: event.lane,
    commit: event.baseCommit,
    checks: [check(`echo run >> '${runs}'; test ! -e bad.txt`)],
  }
  return {
    repo,
    path: event.path,
    times: () => readFileSync(runs, 'utf8').split('\n').length - 1,
    look: (more = {}, ports = repo.ports()) => checkBase({ ...command, ...more }, firstAttempt, ports),
  }
}

const proven = (repo: TargetRepo): string => join(repo.stateDir, 'proven-trees')
const isKnown = { type: 'BaseChecked', known: ['test'], evidence: [] }
const isNew = { type: 'BaseChecked', known: [], evidence: [{ exitCode: 0 }] }

describe('TR-04 the memory of a green base', () => {
  it('spares a second look at the same tree', async () => {
    const { repo, times, look } = await world()
    expect(await look()).toMatchObject({ ...isNew, tree: treeAt(repo, 'main') })
    expect(await look()).toMatchObject(isKnown)
    expect(times()).toBe(1)
  })
  it('holds a red one never', async () => {
    const { times, look } = await world({ 'bad.txt': '' })
    for (const time of [1, 2]) {
      expect(await look()).toMatchObject({ known: [], evidence: [{ exitCode: 1 }] })
      expect(times()).toBe(time)
    }
  })
  it('is of no use for another command, set-up, lock file, variable, or other capabilities', async () => {
    const { repo, look } = await world({ 'a.txt': 'a\n', 'package-lock.json': '{}\n' })
    await look()
    expect(await look({ checks: [check('true')] })).toMatchObject(isNew)
    const ports = repo.ports()
    const others: readonly CheckPorts[] = [
      repo.ports({ setup: ['true'] }),
      repo.ports({ setupInputs: ['a.txt'] }),
      repo.ports({ env: ['CHOSEN'] }),
      { ...ports, environment: { ...ports.environment, PATH: '/usr/bin' } },
      { ...ports, sandbox: { ...ports.sandbox, allowed: { ...ports.sandbox.allowed, read: ['/opt'] } } },
    ]
    for (const other of others) expect(await look({}, other)).toMatchObject({ known: [] })
    expect(await look()).toMatchObject(isKnown)
  })
  it('is lost with its file, and read beside lines that are not whole', async () => {
    const { repo, times, look } = await world()
    await look()
    const text = readFileSync(proven(repo), 'utf8')
    rmSync(proven(repo))
    expect(await look()).toMatchObject(isNew)
    appendFileSync(proven(repo), text.trim().slice(0, 50))
    expect(await look()).toMatchObject(isKnown)
    expect(times()).toBe(2)
    writeFileSync(proven(repo), text.trim().slice(0, -1))
    expect(await look()).toMatchObject(isNew)
  })
  it('is fed by checks of a change: the tree that is merged is the next base', async () => {
    const { repo, path, times, look } = await world()
    writeFileSync(join(path, 'b.txt'), 'b\n')
    repo.gitIn(path, 'add', '-A')
    repo.gitIn(path, 'commit', '-qm', 'work')
    const branch = 'task/0001-search'
    const at = { commit: commitOf(repo, branch), tree: treeAt(repo, branch) }
    const command = { lane: openLaneCommand().lane, checks: [check('test -e b.txt')], ...at }
    const ended = await runChecksEffect.perform(
      { type: 'RunChecks', id: idOf('20260101-000000/checks/0001/1'), ...command },
      firstAttempt,
      repo.ports(),
    )
    expect(ended).toMatchObject({ type: 'ChecksFinished' })
    repo.git('merge', '-q', '--ff-only', branch)
    expect(await look({ commit: at.commit, checks: command.checks })).toMatchObject(isKnown)
    expect(times()).toBe(0)
  })
  it('is fed by checks of a merge with what came meanwhile', async () => {
    const { repo, path, look } = await world()
    const base = commitOf(repo, 'main')
    writeFileSync(join(path, 'b.txt'), 'b\n')
    repo.gitIn(path, 'add', '-A')
    repo.gitIn(path, 'commit', '-qm', 'work')
    repo.commit({ 'c.txt': 'c\n' })
    const branch = 'task/0001-search'
    const merge: MergeLane = {
      type: 'MergeLane',
      id: idOf('20260101-000000/merge/0001/1'),
      lane: openLaneCommand().lane,
      branch,
      commit: commitOf(repo, branch),
      tree: treeAt(repo, branch),
      baseBranch: 'main',
      baseCommit: base,
      message: 'Merge',
      checks: [check('test -e c.txt')],
    }
    expect(await mergeLane(merge, firstAttempt, repo.ports())).toMatchObject({ type: 'LaneMerged' })
    const commit = commitOf(repo, 'main')
    expect(await look({ commit, checks: merge.checks })).toMatchObject(isKnown)
  })
  it('goes along with a commit of the harness that moves a plan', async () => {
    const { repo, times, look } = await world()
    await look()
    const [from, commit] = [treeAt(repo, 'main'), repo.commit({ 'plans/done.md': 'done\n' })]
    await carryProven(repo.stateDir, from, treeAt(repo, commit))
    expect(await look({ commit: commitOf(repo, commit) })).toMatchObject(isKnown)
    expect(times()).toBe(1)
  })
})

describe('TR-04 the checks of the base', () => {
  it('run beside an agent in a clean room, also on the newest commit', async () => {
    const { repo, path, look } = await world()
    writeFileSync(join(path, 'bad.txt'), 'the agent is at work\n')
    const fixed = repo.commit({ 'fixed.txt': '' })
    const beside = { baseBranch: 'main', newest: false }
    expect(await look({ beside })).toMatchObject(isNew)
    expect(await look({ beside: { ...beside, newest: true } })).toMatchObject({ ...isNew, commit: fixed })
    expect(readFileSync(join(path, 'bad.txt'), 'utf8')).toBe('the agent is at work\n')
  })
  it('are repeated after a crash, and a lane that is gone is told', async () => {
    const { repo, path, times, look } = await world({ 'bad.txt': '' })
    const red = await look()
    expect(red).toMatchObject({ evidence: [{ exitCode: 1 }] })
    const again = { type: 'CheckBase', id: idOf('20260101-000000/base-first/check/2') } as const
    await checkBase(
      { ...again, lane: openLaneCommand().lane, commit: commitOf(repo, 'main'), checks: [check('true')] },
      repeatedAttempt,
      repo.ports(),
    )
    expect(times()).toBe(1)
    repo.removeLane(path)
    expect(await look()).toMatchObject({ type: 'CommandFailed' })
  })
  it('a replay runs them where they were known, and takes the recorded outcome if they pass', () => {
    const { replay } = checkBaseEffect.outcomes.BaseChecked
    if (replay.how !== 'again') throw new Error('it is replayed')
    const outcome = {
      type: 'BaseChecked',
      at: 1,
      commandId: idOf('20260101-000000/base-first/check/1'),
      commit: 'c' as never,
      tree: 't' as never,
    } as const
    const ran = (exitCode: number) => ({
      ...outcome,
      known: [],
      evidence: [
        {
          check: 'test',
          run: 'true',
          tree: 't' as never,
          exitCode,
          problem: null,
          outputDigest: '',
          outputTail: '',
          durationMs: 1,
          claims: [],
        },
      ],
    })
    const recorded = { ...outcome, known: ['test'], evidence: [] }
    expect(replay.reconcile?.(recorded, ran(0), '')).toEqual(recorded)
    expect(replay.reconcile?.(recorded, ran(1), '')).toEqual(ran(1))
    expect(replay.reconcile?.(ran(1), { ...ran(1), at: 2 }, '')).toEqual({ ...ran(1), at: 2 })
  })
})
