import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asLaneName } from '@harness/core/kernel/ids'
import { openLane } from '@harness/shell/effects/lanes/open-lane'
import type { KnownRun } from '@harness/shell/store/port/run-store'
import { firstAttempt, idOf, openLaneCommand, targetRepo } from '@harness/shell/test-support/target-repo'
import { expect, test } from 'vitest'
import { lanesCheck } from './state-checks.ts'

const unfinished = (branch: string): KnownRun => ({
  subject: '0009',
  runId: '20260909-000000',
  summary: { branch, status: 'waiting' } as KnownRun['summary'],
})

/** Lanes of runs that ended, by name. */
async function lanesNamed(...names: readonly string[]) {
  const repo = targetRepo()
  const paths: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const id = idOf(`2026010${index + 1}-000000/open/0001/1`)
    const order = openLaneCommand({ id, lane: asLaneName(name), branch: `task/${name}` })
    const opened = await openLane(order, firstAttempt, repo.ports())
    if (opened.type !== 'LaneOpened') throw new Error(JSON.stringify(opened))
    paths[name] = opened.path
  }
  const check = (...runs: readonly KnownRun[]) => lanesCheck(repo.root, repo.stateDir, runs, 'main')
  const isThere = (name: string): boolean => existsSync(paths[name] ?? '')
  const inLane = (name: string, file: string): string => join(paths[name] ?? '', file)
  return { repo, check, isThere, inLane }
}

test('QA-22 doctor --fix removes lanes that hold nothing; work, and lanes of unfinished runs, stay', async () => {
  const { repo, check, isThere, inLane } = await lanesNamed('empty', 'changed', 'ahead', 'used', 'gone')
  writeFileSync(inLane('changed', 'new.txt'), 'work\n')
  writeFileSync(inLane('ahead', 'new.txt'), 'work\n')
  repo.gitIn(inLane('ahead', ''), 'add', '-A')
  repo.gitIn(inLane('ahead', ''), 'commit', '-qm', 'work')
  rmSync(inLane('gone', ''), { recursive: true })
  const { status, evidence, repair } = await check(unfinished('task/used'))
  expect(status).toBe('warn')
  expect(evidence).toContain('4 lanes that no unfinished run uses')
  expect(await repair?.()).toMatch(/^removed 2 lanes: /)
  expect(['empty', 'changed', 'ahead', 'used'].map(isThere)).toEqual([false, true, true, true])
  expect(repo.git('branch', '--list', 'task/empty')).toContain('task/empty')
  const after = await check(unfinished('task/used'))
  expect(after).toMatchObject({ status: 'warn', fix: expect.stringContaining('Keep its work') })
  expect(after.repair).toBeUndefined()
})

test('QA-22 doctor --fix keeps a lane that got work after doctor looked', async () => {
  const { check, isThere, inLane } = await lanesNamed('empty')
  const { repair } = await check()
  writeFileSync(inLane('empty', 'new.txt'), 'work\n')
  expect(await repair?.()).toBe('nothing was removed, because work came meanwhile')
  expect(isThere('empty')).toBe(true)
})
