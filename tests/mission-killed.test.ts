/** A mission whose process is killed and started again, until it is done. */
import { isSoak } from '@harness/formats/test-support/runs'
import { expect, it } from 'vitest'
import { start } from './support/harness.ts'
import { killAgainAndAgain, killsOf, livingIn, seed } from './support/killed.ts'
import { missionRepo } from './support/mission-repo.ts'
import { git } from './support/sample-repo.ts'

const most = killsOf(3)

it(`QA-01 a mission that is killed ${most} times: nothing lost, nothing merged twice, the same end (seed ${seed})`, async () => {
  const ids = Array.from({ length: isSoak ? 8 : 2 }, (_, nth) => `F-00${nth + 1}`)
  const features = ids.map((id) => ({ id }))
  const { root, options, read, events } = missionRepo([], {}, features)
  const { kills, last } = await killAgainAndAgain(root, 'mission', most, () =>
    start(root, ['mission', '--yes', '--json'], options),
  )
  expect(kills).toBeGreaterThan(isSoak ? 60 : 0)
  expect(last.code, last.stderr + last.stdout).toBe(0)
  const told = events()
  expect(told.at(-1)?.type).toBe('RunEnded')
  const outcomes = told.flatMap(({ commandId }) => commandId ?? [])
  expect(new Set(outcomes).size, 'each command has one outcome').toBe(outcomes.length)
  const issued = told.flatMap(({ command }) => command?.id ?? [])
  expect(new Set(issued).size, 'each command is issued once').toBe(issued.length)
  for (const id of ids) expect(read(`${id.toLowerCase()}.txt`)).toBe(`${id} is done\n`)
  const merges = git(root, 'log', '--first-parent', '--format=%s', 'main').split('\n')
  for (const { id } of features)
    expect(merges.filter((line) => line.startsWith(`Merge ${id}:`))).toHaveLength(1)
  const queue = JSON.parse(read('.harness/features.json')).features
  expect(queue.map((it: { status: string; attempts: number }) => [it.status, it.attempts])).toEqual(
    ids.map(() => ['passed', 1]),
  )
  expect(read('.harness/validation-contract.md').match(/\*\*Status:\*\* \[PASS\]/g)).toHaveLength(ids.length)
  expect(git(root, 'branch', '--list', 'harness/F-*')).toBe('')
  expect(livingIn(root)).toEqual([])
})
