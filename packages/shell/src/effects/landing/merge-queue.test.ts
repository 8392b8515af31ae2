import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MergeLane } from '@harness/core/effects/merge-lane'
import type { Check } from '@harness/core/kernel/check'
import { asLaneName } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  type TargetRepo,
  targetRepo,
  treeAt,
} from '../../test-support/target-repo.ts'
import { openLane } from '../lanes/open-lane.ts'
import { mergeLane } from './merge-lane.ts'
import { joinQueue, queueDir } from './queue-folder.ts'

const check = (run: string): Check => ({ name: 'test', run, timeoutMs: 60_000, claims: [] })
/** Counts its runs beside the repository, and fails where `bad` is. */
const counting = check('echo run >> ../../runs.txt; test ! -e bad.txt')

const runsOf = (repo: TargetRepo): number => {
  try {
    return (
      execFileSync('cat', [join(repo.root, '../runs.txt')], { encoding: 'utf8', stdio: 'pipe' }).split('\n')
        .length - 1
    )
  } catch {
    return 0
  }
}

/** A lane that wrote `files`, ready to be merged. */
async function doneLane(
  repo: TargetRepo,
  n: number,
  files: Readonly<Record<string, string>>,
): Promise<MergeLane> {
  const id = String(n).padStart(4, '0')
  const lane = asLaneName(`${id}-work`)
  const branch = `task/${id}-work`
  const open = openLaneCommand({ id: idOf(`20260101-000000/open/${id}/1`), lane, branch })
  const event = await openLane(open, firstAttempt, repo.ports())
  if (event.type !== 'LaneOpened') throw new Error(JSON.stringify(event))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(event.path, path), text)
  repo.gitIn(event.path, 'add', '-A')
  repo.gitIn(event.path, 'commit', '-qm', 'work')
  return {
    type: 'MergeLane',
    id: idOf(`20260101-000000/merge/${id}/1`),
    lane,
    branch,
    commit: commitOf(repo, branch),
    tree: treeAt(repo, branch),
    baseBranch: 'main',
    baseCommit: commitOf(repo, 'main'),
    message: `Merge plan ${id}`,
    checks: [counting],
  }
}

describe('DL-32 the merge queue', () => {
  it('merges what is proven as it is, without running anything again', async () => {
    const repo = targetRepo()
    const command = await doneLane(repo, 1, { 'one.txt': '1' })
    expect(await mergeLane(command, firstAttempt, repo.ports())).toMatchObject({ type: 'LaneMerged' })
    expect(runsOf(repo)).toBe(0)
  })

  it('runs the checks again on what a moved base makes of it, and says what they showed', async () => {
    const repo = targetRepo()
    const command = await doneLane(repo, 1, { 'one.txt': '1' })
    repo.commit({ 'meanwhile.txt': 'm' })
    const event = await mergeLane(command, firstAttempt, repo.ports())
    expect(event).toMatchObject({
      type: 'LaneMerged',
      tree: treeAt(repo, 'main'),
      evidence: [{ check: 'test', tree: treeAt(repo, 'main'), exitCode: 0 }],
    })
    expect(repo.read('one.txt') + repo.read('meanwhile.txt')).toBe('1m')
    expect(runsOf(repo)).toBe(1)
  })

  it('sends back what fails on top of the base, and leaves the base as it is', async () => {
    const repo = targetRepo()
    const command = await doneLane(repo, 1, { 'one.txt': '1' })
    const base = repo.commit({ 'bad.txt': 'b' })
    expect(await mergeLane(command, firstAttempt, repo.ports())).toMatchObject({
      type: 'MergeRefused',
      reason: 'checks-failed',
      detail: expect.stringContaining('test (exit code 1)'),
      evidence: [{ check: 'test', exitCode: 1 }],
    })
    expect(repo.git('rev-parse', 'main')).toBe(base)
  })

  it('sends back a conflict with its files', async () => {
    const repo = targetRepo()
    const command = await doneLane(repo, 1, { 'a.txt': 'lane\n' })
    repo.commit({ 'a.txt': 'base\n' })
    expect(await mergeLane(command, firstAttempt, repo.ports())).toMatchObject({
      type: 'MergeRefused',
      reason: 'conflict',
      detail: expect.stringContaining('a.txt'),
    })
  })

  it('lands lanes that wait together with one run of the checks', async () => {
    const repo = targetRepo()
    const commands: MergeLane[] = []
    for (const n of [1, 2, 3, 4]) commands.push(await doneLane(repo, n, { [`${n}.txt`]: `${n}` }))
    for (const command of commands) await joinQueue(queueDir(repo.stateDir), command)
    const events = await Promise.all(commands.map((it) => mergeLane(it, firstAttempt, repo.ports())))
    expect(events.map((event) => event.type)).toEqual(Array(4).fill('LaneMerged'))
    expect(runsOf(repo)).toBeLessThan(4)
    expect([1, 2, 3, 4].map((n) => repo.read(`${n}.txt`)).join('')).toBe('1234')
    expect(repo.git('rev-list', '--count', '--merges', 'main')).toBe('4')
    expect(readdirSync(queueDir(repo.stateDir)).filter((name) => /entry|answer/.test(name))).toEqual([])
  })

  it('divides a batch that fails until what fails is alone, and lands the rest', async () => {
    const repo = targetRepo()
    const commands: MergeLane[] = []
    for (const n of [1, 2, 3, 4, 5]) {
      const name = n === 3 ? 'bad.txt' : `${n}.txt`
      commands.push(await doneLane(repo, n, { [name]: `${n}` }))
    }
    repo.commit({ 'meanwhile.txt': 'm' })
    for (const command of commands) await joinQueue(queueDir(repo.stateDir), command)
    const events = await Promise.all(commands.map((it) => mergeLane(it, firstAttempt, repo.ports())))
    expect(events.map((event) => event.type)).toEqual([
      'LaneMerged',
      'LaneMerged',
      'MergeRefused',
      'LaneMerged',
      'LaneMerged',
    ])
    expect(repo.git('ls-tree', '--name-only', 'main').split('\n')).toEqual([
      '1.txt',
      '2.txt',
      '4.txt',
      '5.txt',
      'a.txt',
      'meanwhile.txt',
    ])
  })

  it('passes over an entry whose harness is gone', async () => {
    const repo = targetRepo()
    const gone = await doneLane(repo, 1, { 'one.txt': '1' })
    const dir = queueDir(repo.stateDir)
    await joinQueue(dir, gone)
    const [name = ''] = readdirSync(dir)
    const text = execFileSync('cat', [join(dir, name)], { encoding: 'utf8' })
    writeFileSync(join(dir, name), text.replace(/"startTime":"[^"]*"/, '"startTime":"1"'))
    const command = await doneLane(repo, 2, { 'two.txt': '2' })
    expect(await mergeLane(command, firstAttempt, repo.ports())).toMatchObject({ type: 'LaneMerged' })
    expect(repo.git('ls-tree', '--name-only', 'main')).not.toContain('one.txt')
  })

  it('sets its lane up again only where a lock file asks for other dependencies', async () => {
    const repo = targetRepo({ 'a.txt': 'a\n', 'package-lock.json': '1', '.gitignore': 'installed\n' })
    const lanes = { setup: ['echo set >> ../../setups.txt; echo x > installed'] }
    const queueSetups = (): number =>
      execFileSync('sh', ['-c', `cat '${join(repo.root, '../setups.txt')}' 2>/dev/null || true`], {
        encoding: 'utf8',
      }).split('\n').length - 1
    const land = async (n: number, files: Readonly<Record<string, string>>): Promise<number> => {
      const command = await doneLane(repo, n, files)
      repo.commit({ [`meanwhile-${n}.txt`]: 'm' })
      const before = queueSetups()
      expect(await mergeLane(command, firstAttempt, repo.ports(lanes))).toMatchObject({ type: 'LaneMerged' })
      return queueSetups() - before
    }
    expect(await land(1, { 'one.txt': '1' })).toBe(1)
    expect(await land(2, { 'two.txt': '2' })).toBe(0)
    expect(await land(3, { 'package-lock.json': '2' })).toBe(1)
  })
})
