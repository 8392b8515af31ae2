/** A mission whose process is killed and started again, until it is done. */
import { expect, it } from 'vitest'
import { start } from './support/harness.ts'
import { killAgainAndAgain, killsOf, livingIn, seed } from './support/killed.ts'
import { missionRepo } from './support/mission-repo.ts'
import { git } from './support/sample-repo.ts'

const most = killsOf(3)

it(`QA-01 a mission that is killed ${most} times: nothing lost, nothing merged twice, the same end (seed ${seed})`, {
  timeout: 60_000 + most * 15_000,
}, async () => {
  const features = [{ id: 'F-001' }, { id: 'F-002' }]
  const { root, options, read, events } = missionRepo([], {}, features)
  const { kills, last } = await killAgainAndAgain(root, 'mission', most, () =>
    start(root, ['mission', '--yes', '--json'], options),
  )
  expect(kills).toBeGreaterThan(0)
  expect(last.code, last.stderr + last.stdout).toBe(0)
  const told = events()
  expect(told.at(-1)?.type).toBe('RunEnded')
  const outcomes = told.flatMap(({ commandId }) => commandId ?? [])
  expect(new Set(outcomes).size, 'each command has one outcome').toBe(outcomes.length)
  const issued = told.flatMap(({ command }) => command?.id ?? [])
  expect(new Set(issued).size, 'each command is issued once').toBe(issued.length)
  expect([read('f-001.txt'), read('f-002.txt')]).toEqual(['F-001 is done\n', 'F-002 is done\n'])
  const merges = git(root, 'log', '--first-parent', '--format=%s', 'main').split('\n')
  for (const { id } of features)
    expect(merges.filter((line) => line.startsWith(`Merge ${id}:`))).toHaveLength(1)
  const queue = JSON.parse(read('.harness/features.json')).features
  expect(queue.map((it: { status: string; attempts: number }) => [it.status, it.attempts])).toEqual([
    ['passed', 1],
    ['passed', 1],
  ])
  expect(read('.harness/validation-contract.md').match(/\*\*Status:\*\* \[PASS\]/g)).toHaveLength(2)
  expect(git(root, 'branch', '--list', 'harness/F-*')).toBe('')
  expect(livingIn(root)).toEqual([])
})
