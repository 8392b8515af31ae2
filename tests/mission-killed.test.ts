import { readdirSync, readlinkSync } from 'node:fs'
import { expect, it } from 'vitest'
import { start } from './support/harness.ts'
import { missionRepo } from './support/mission-repo.ts'
import { git } from './support/sample-repo.ts'

const kills = Number(process.env.HARNESS_KILLS ?? 5)
const seed = Number(process.env.HARNESS_SEED ?? 20261116)

function randomFrom(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Processes that still work in the repository or one of its lanes. */
function livingIn(repo: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(repo)
    } catch {
      return false
    }
  })
}

it(`QA-01 a mission that is killed ${kills} times: nothing lost, nothing merged twice, the same end (seed ${seed})`, {
  timeout: 60_000 + kills * 15_000,
}, async () => {
  const features = [{ id: 'F-001' }, { id: 'F-002' }]
  const { root, options, read, events } = missionRepo([], {}, features)
  const random = randomFrom(seed)
  let killed = 0
  let code: number | null = null
  for (let starts = 0; code !== 0; starts++) {
    expect(starts, 'it gets on between kills').toBeLessThan(kills + 3)
    const run = start(root, ['mission', '--yes', '--json'], options)
    const timer =
      killed < kills ? setTimeout(() => run.process.kill('SIGKILL'), 150 + random() * 2_500) : undefined
    const ended = await run.ended
    clearTimeout(timer)
    code = ended.code
    if (code === null) killed++
    else expect(code, ended.stderr + ended.stdout).toBe(0)
  }
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
