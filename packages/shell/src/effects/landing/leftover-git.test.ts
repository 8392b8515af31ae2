import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CompletePlan } from '@harness/core/effects/complete-plan'
import type { MergeLane } from '@harness/core/effects/merge-lane'
import { afterEach, expect, it, vi } from 'vitest'
import { processTagName } from '../../machine/process/process-table.ts'
import { completePlan } from '../../playbooks/delivery/complete-plan.ts'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  repeatedAttempt,
  type TargetRepo,
  targetRepo,
  testNow,
  treeAt,
} from '../../test-support/target-repo.ts'
import { openLane } from '../lanes/open-lane.ts'
import { baseTag } from './base-turn.ts'
import { candidateOf } from './candidate.ts'
import { mergeLane } from './merge-lane.ts'

afterEach(() => vi.unstubAllEnvs())

async function workedLane() {
  const repo = targetRepo()
  const event = await openLane(openLaneCommand(), firstAttempt, repo.ports())
  if (event.type !== 'LaneOpened') throw new Error(JSON.stringify(event))
  writeFileSync(join(event.path, 'a.txt'), 'work\n')
  repo.gitIn(event.path, 'commit', '-qam', 'work')
  const command: MergeLane = {
    type: 'MergeLane',
    id: idOf('20260101-000000/merge/0001/1'),
    lane: openLaneCommand().lane,
    branch: 'task/0001-search',
    commit: commitOf(repo, 'task/0001-search'),
    tree: treeAt(repo, 'task/0001-search'),
    baseBranch: 'main',
    baseCommit: commitOf(repo, 'main'),
    message: 'Merge plan 0001: Search',
    checks: [],
  }
  return { repo, command }
}

/** What the killed harness was about to put on the base: to the second what its successor would make of it. */
const mergeOfTheKilled = async (repo: TargetRepo, command: MergeLane): Promise<string> =>
  (await candidateOf(repo.root, command.baseCommit, [command])).tip

const at = (repo: TargetRepo, now: number) => ({
  ...repo.ports(),
  clock: { ...repo.ports().clock, now: () => now },
})

it('DL-11 a merge that a leftover git makes while the command is repeated is found, and not made twice', async () => {
  const { repo, command } = await workedLane()
  const theirs = await mergeOfTheKilled(repo, command)
  const bin = join(repo.root, '../bin')
  mkdirSync(bin)
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const beaten = `for word; do if [ "$word" = --ff-only ]; then '${real}' -C '${repo.root}' merge -q --ff-only ${theirs}; fi; done`
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${beaten}\nexec '${real}' "$@"\n`)
  chmodSync(join(bin, 'git'), 0o755)
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`)
  const event = await mergeLane(command, repeatedAttempt, repo.ports())
  expect(event).toMatchObject({ type: 'LaneMerged', commit: theirs, tree: command.tree })
  expect(repo.git('rev-list', '--count', '--merges', 'main')).toBe('1')
})

it('DL-11 the same command makes the same merge whenever it is repeated', async () => {
  const { repo, command } = await workedLane()
  const first = await mergeLane(command, firstAttempt, repo.ports())
  repo.git('reset', '-q', '--hard', command.baseCommit)
  const second = await mergeLane(command, repeatedAttempt, at(repo, testNow + 3_600_000))
  expect(first).toMatchObject({ type: 'LaneMerged', commit: commitOf(repo, 'main') })
  expect(second).toMatchObject({ type: 'LaneMerged', commit: commitOf(repo, 'main') })
  expect(second).toMatchObject({ commit: (first as { commit?: string }).commit })
})

it('DL-12 the same command makes the same completing commit whenever it is repeated', async () => {
  const repo = targetRepo({ 'active/0001.md': 'plan\n' })
  const before = commitOf(repo, 'main')
  const command: CompletePlan = {
    type: 'CompletePlan',
    id: idOf('20260101-000000/complete/0001/1'),
    planId: '0001',
    from: 'active/0001.md',
    to: 'completed/0001.md',
    baseBranch: 'main',
    message: 'chore: complete plan 0001',
  }
  await completePlan(command, firstAttempt, repo.ports())
  const first = commitOf(repo, 'main')
  repo.git('reset', '-q', '--hard', before)
  const event = await completePlan(command, repeatedAttempt, at(repo, testNow + 3_600_000))
  expect(event).toMatchObject({ type: 'PlanCompleted', commit: first })
})

it.runIf(process.platform === 'linux')(
  'DL-11 git that a killed harness left at the base is waited for before the base is looked at',
  async () => {
    const { repo, command } = await workedLane()
    const theirs = await mergeOfTheKilled(repo, command)
    const line = `sleep 0.7; git merge -q --ff-only ${theirs}`
    const env = { PATH: process.env.PATH, [processTagName]: `${baseTag(repo.stateDir)}/1` }
    const leftover = spawn('sh', ['-c', line], { cwd: repo.root, env, detached: true, stdio: 'ignore' })
    const ended = new Promise((resolve) => leftover.once('exit', resolve))
    const event = await mergeLane(command, repeatedAttempt, repo.ports())
    await ended
    expect(event).toMatchObject({ type: 'LaneMerged', commit: theirs })
    expect(repo.git('rev-list', '--count', '--merges', 'main')).toBe('1')
  },
)
