/** What becomes of unfinished runs if their repository is copied or moved, and of lanes that a person removed. */
import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { harness, harnessJson } from './support/harness-here.ts'
import { laneAsks, ownRepo } from './support/own-playbook.ts'
import {
  git,
  laneAt,
  operatorState,
  removeLane,
  runDirs,
  sampleRepo,
  temporaryFolder,
} from './support/sample-repo.ts'

/** A run of a user's own playbook that waits at a gate and has one lane with a commit. */
async function waitingOwn(): Promise<string> {
  const root = ownRepo(laneAsks)
  expect((await harness(root, ['draft'])).code).toBe(8)
  return root
}

async function pausedDelivery(): Promise<string> {
  const root = sampleRepo()
  expect((await harness(root, ['run', '--phase', 'implement'])).code).toBe(0)
  return root
}

function copied(root: string): string {
  const copy = join(temporaryFolder(), 'copy')
  cpSync(root, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  return copy
}

function moved(root: string): string {
  const to = join(temporaryFolder(), 'moved')
  renameSync(root, to)
  return to
}

/** Refs, lanes, the journal of the run and its inbox. */
const stateOf = (root: string, name: string) => ({
  ...operatorState(root),
  lanes: [`${root}.lanes`, join(root, '.harness/run/lanes')].map((folder) => namesBelow(folder)),
  runs: runDirs(root, name).map((dir) => [
    readFileSync(join(dir, 'journal.ndjson'), 'utf8'),
    readdirSync(dir, { recursive: true }),
  ]),
})

const namesBelow = (folder: string): readonly unknown[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }) : []

describe('a copied repository', () => {
  test.each([
    [
      'a delivery',
      pausedDelivery,
      '0001',
      [['resume'], ['run', '0001']],
      ['resume', '0001'],
      ['run', '0001'],
      0,
    ],
    [
      'an own playbook',
      waitingOwn,
      'draft',
      [['resume', 'draft'], ['answer', 'draft', 'keep'], ['draft']],
      ['answer', 'draft', 'keep'],
      ['draft'],
      8,
    ],
  ] as const)(
    'QA-01 does not resume the run of %s; abandoned here, it goes on in the original, and a new run leaves that alone',
    async (_, begin, name, commands, goesOn, begins, rests) => {
      const root = await begin()
      const copy = copied(root)
      const [before, beforeHere] = [stateOf(root, name), stateOf(copy, name)]
      for (const command of commands) {
        const { code, value } = await harnessJson(copy, command)
        expect([command, code, value.error?.code]).toEqual([command, 2, 'run-elsewhere'])
        expect(value.error.next).toContain(`cd ${root} && harness resume ${name}-`)
      }
      expect(stateOf(copy, name)).toEqual(beforeHere)
      expect((await harnessJson(copy, ['refuse', name, '--give-up', '-m', 'a copy'])).code).toBe(0)
      // A new run has lanes of its own here.
      expect(await harnessJson(copy, begins)).toMatchObject({ code: rests })
      expect(stateOf(root, name)).toEqual(before)
      expect(await harnessJson(root, goesOn)).toMatchObject({ code: 0, value: { outcome: 'done' } })
    },
  )
})

describe('a moved repository', () => {
  test('DL-05 delivers in a lane of its own folder', async () => {
    const old = await pausedDelivery()
    const root = moved(old)
    const { code, stdout } = await harness(root, ['resume'])
    expect(code, stdout).toBe(0)
    expect(stdout).toContain(`made again in ${realpathSync(root)}.lanes/lane-1`)
    expect(stdout).toContain(`its old folder ${old}.lanes/lane-1`)
    expect(git(root, 'show', 'main:hello.txt')).toBe('hello')
    expect(existsSync(old)).toBe(false)
    // Another repository may have been put in its place: what is there is left alone.
    expect(existsSync(join(laneAt(old), 'hello.txt'))).toBe(true)
  })

  test('QA-01 goes on with its run of an own playbook, and a copy of it does not', async () => {
    const old = await waitingOwn()
    const root = moved(old)
    expect((await harnessJson(root, ['resume', 'draft'])).code).toBe(8)
    expect((await harnessJson(copied(root), ['resume', 'draft'])).value).toMatchObject({
      error: { code: 'run-elsewhere' },
    })
    const { code, value } = await harnessJson(root, ['answer', 'draft', 'keep'])
    expect({ code, value }).toMatchObject({ code: 0, value: { outcome: 'done' } })
    expect(git(root, 'show', 'main:draft.txt')).toBe('draft')
    expect(existsSync(old)).toBe(false)
  })
})

test('DL-05 a lane of an own playbook that a person removed is made again', async () => {
  const root = await waitingOwn()
  removeLane(root, laneAt(root))
  const { code, value } = await harnessJson(root, ['answer', 'draft', 'keep'])
  expect({ code, value }).toMatchObject({ code: 0, value: { outcome: 'done' } })
  expect(git(root, 'show', 'main:draft.txt')).toBe('draft')
})

test('DL-05 doctor counts the lanes of a waiting own playbook as in use', async () => {
  const root = await waitingOwn()
  const { value } = await harnessJson(root, ['doctor'])
  expect(value.checks.find(({ id }: { id: string }) => id === 'lanes')).toMatchObject({
    status: 'ok',
    evidence: '1 lane in use',
  })
})
