import { appendFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { afterAll, describe, expect, it } from 'vitest'
import { changedFiles, diffPatch } from './changes.ts'
import { commitAll } from './commit-all.ts'
import {
  commitTree,
  findCommitByTrailer,
  headCommit,
  isAncestor,
  mergeBase,
  resolveCommit,
  treeOf,
} from './commits.ts'
import { git, gitOk, UnsafeRepositoryError } from './git.ts'
import { hardenedOptions } from './hardening.ts'
import { mergeTreeWrite } from './merge-tree.ts'
import { currentBranch, readRef, updateRef } from './refs.ts'
import { cleanHead, status } from './status.ts'
import { type HostileWorld, hostileWorld, makeTemplate } from './test-support/hostile-world.ts'
import { plainGit, writeFiles } from './test-support/repository.ts'
import { type Vector, vectors } from './test-support/vectors.ts'
import { worktreeTree } from './test-support/worktree-tree.ts'
import { worktrees } from './worktrees.ts'

const template = makeTemplate()
afterAll(() => rmSync(template, { recursive: true, force: true }))

/** What anybody does with git in a day; each step may fail, as long as it was tried. */
const ordinaryCalls: readonly (readonly string[])[] = [
  ['status', '--porcelain'],
  ['diff'],
  ['add', '-A'],
  ['commit', '-q', '-m', 'two'],
  ['show', 'HEAD'],
  ['fetch', '-q', 'origin'],
  ['push', '-q', 'origin', 'main:plain'],
  ['worktree', 'add', '-q', '-b', 'lane', '../plain-lane'],
  ['checkout', '-q', '-b', 'other', 'HEAD~1'],
  ['checkout', '-q', 'main'],
  ['merge', '-q', '-m', 'merge', 'side'],
]

/** Other content of the same size, so that git has to read the files to know. */
function touchEverything({ repo }: HostileWorld, data: string): void {
  writeFiles(repo, { 'data.txt': `${data}\n`, [`new-${data}.txt`]: 'new\n' })
  if (existsSync(join(repo, 'nested'))) writeFiles(repo, { 'nested/n.txt': 'n\n' })
}

function attempt(step: () => unknown): void {
  try {
    step()
  } catch {
    // A payload is no good filter, editor or server: what matters is whether it was started.
  }
}

/** Every function of this folder and every subcommand that the product uses, in an order in which each has work to do. */
function ourCalls(world: HostileWorld): readonly (readonly [string, () => Promise<unknown>])[] {
  const { repo } = world
  const lane = join(repo, '../our-lane')
  return [
    ['status', () => status(repo)],
    ['cleanHead', () => cleanHead(repo)],
    ['worktreeTree', () => worktreeTree(repo)],
    ['diffPatch to the working tree', () => diffPatch(repo, 'HEAD')],
    ['diff', () => gitOk(repo, ['diff', 'HEAD'])],
    ['commitAll', () => commitAll(repo, 'two', [{ key: 'Harness-Command', value: 'a/b/c/1' }])],
    ['headCommit', () => headCommit(repo)],
    ['currentBranch', () => currentBranch(repo)],
    ['resolveCommit', () => resolveCommit(repo, 'side')],
    ['readRef', () => readRef(repo, 'refs/heads/side')],
    ['isAncestor', () => isAncestor(repo, 'HEAD~1', 'HEAD')],
    ['mergeBase', () => mergeBase(repo, 'main', 'side')],
    ['changedFiles', () => changedFiles(repo, 'HEAD~1', 'HEAD')],
    ['diffPatch', () => diffPatch(repo, 'HEAD~1', 'HEAD')],
    ['findCommitByTrailer', () => findCommitByTrailer(repo, 'HEAD', 'Harness-Command', 'a/b/c/1')],
    ['log', () => gitOk(repo, ['log', '-p', '-2'])],
    ['show', () => gitOk(repo, ['show', 'HEAD'])],
    ['grep', () => git(repo, ['grep', '-F', '-l', '-z', '-f', '-', 'HEAD', '--'], { stdin: 'one\n' })],
    ['worktree add', () => gitOk(repo, ['worktree', 'add', '-b', 'our-lane', lane, 'HEAD'])],
    ['worktrees', () => worktrees(repo)],
    ['status in the lane', () => status(lane)],
    ['checkout', () => gitOk(lane, ['checkout', '-q', '--detach', 'HEAD~1'])],
    ['merge', () => gitOk(lane, ['merge', '--ff-only', '--no-overwrite-ignore', 'main'])],
    ['reset', () => gitOk(lane, ['reset', '-q', '--hard', 'main'])],
    ['clean', () => gitOk(lane, ['clean', '-ffdx'])],
    ['worktreeTree in the lane', () => worktreeTree(lane)],
    ['commitAll in the lane', () => changeAndCommit(lane)],
    ['worktree remove', () => gitOk(repo, ['worktree', 'remove', lane])],
    ['mergeTreeWrite', () => mergeTreeWrite(repo, 'main', 'side')],
    ['commitTree and updateRef', () => commitAndMove(repo)],
    ['push', () => git(repo, ['push', 'origin', 'HEAD:refs/heads/pushed'])],
    ['ls-remote', () => git(repo, ['ls-remote', 'origin'])],
    ['fetch', () => git(repo, ['fetch', 'origin'])],
    [
      'apply',
      async () =>
        gitOk(repo, ['apply', '-R', '--index', '-'], { stdin: await diffPatch(repo, 'HEAD~1', 'HEAD') }),
    ],
    ['restore', () => gitOk(repo, ['restore', '--staged', '--worktree', '--', '.'])],
  ]
}

async function changeAndCommit(lane: string): Promise<void> {
  writeFiles(lane, { 'data.txt': 'Data\n' })
  await commitAll(lane, 'three')
}

async function commitAndMove(repo: string): Promise<void> {
  const head = await headCommit(repo)
  const commit = await commitTree(repo, { tree: await treeOf(repo, head), parents: [head], message: 'made' })
  await updateRef(repo, 'refs/heads/made', commit, null)
}

describe('QA-05 plain git runs what a repository plants', () => {
  it.each(vectors)('$name', (vector) => {
    const world = hostileWorld(template)
    const mine = world.as(vector.name)
    vector.plant(mine)
    touchEverything(mine, 'DATA')
    world.forget()
    const calls = ordinaryCalls.map((args) => () => void plainGit(mine.repo, args))
    for (const call of [...(vector.control === undefined ? [] : [vector.control]), ...calls]) {
      attempt(() => call(mine))
      if (world.fired().length > 0) break
    }
    expect(world.fired()).toHaveLength(1)
  })
})

const groups = new Map<string, readonly Vector[]>()
for (const vector of vectors) {
  const name = vector.group ?? vector.name
  groups.set(name, [...(groups.get(name) ?? []), vector])
}

describe('QA-05 our calls run nothing of it', () => {
  it.each([...groups])('%s', async (_name, group) => {
    const world = hostileWorld(template)
    for (const vector of group) vector.plant(world.as(vector.name))
    const any = world.as('any')
    touchEverything(any, 'DATA')
    world.forget()
    const refused = group.some((vector) => vector.refused === true)
    const refusals: string[] = []
    for (const [name, call] of ourCalls(any)) {
      try {
        await call()
      } catch (error) {
        if (!refused || !(error instanceof UserError)) throw error
        refusals.push(error.code)
      }
      expect(world.fired(), name).toEqual([])
    }
    expect(refusals.includes('git-repository-unsafe')).toBe(refused)
  })
})

describe('what is refused', () => {
  it('QA-05 a working tree that the config puts elsewhere', async () => {
    const world = hostileWorld(template).as('any')
    plainGit(world.repo, ['config', 'core.worktree', join(world.repo, '..')])
    await expect(status(world.repo)).rejects.toThrow(UnsafeRepositoryError)
    await expect(status(world.repo)).rejects.toThrow(/core\.worktree/)
  })

  it('a setting whose name cannot be handed back to git', async () => {
    const world = hostileWorld(template).as('any')
    appendFileSync(join(world.repo, '.git/config'), Buffer.from('[filter "\xff"]\n\tclean = x\n', 'latin1'))
    await expect(status(world.repo)).rejects.toThrow(UnsafeRepositoryError)
  })

  it('QA-05 a folder that is no repository of its own, although it lies in one', async () => {
    const world = hostileWorld(template).as('any')
    writeFiles(world.repo, { 'lane/file.txt': 'x' })
    await expect(commitAll(join(world.repo, 'lane'), 'lost')).rejects.toMatchObject({
      code: 'not-a-repository',
    })
    rmSync(join(world.repo, 'lane'), { recursive: true })
    expect(await cleanHead(world.repo)).not.toBe(null)
  })

  it('a subcommand that nobody examined', async () => {
    const world = hostileWorld(template).as('any')
    await expect(git(world.repo, ['filter-branch'])).rejects.toThrow('not among the examined')
    await expect(git(world.repo, ['--exec-path=.', 'status'])).rejects.toThrow('not among the examined')
    expect(hardenedOptions('constructor')).toBeNull()
  })
})

it('a merge driver that was taken away leaves the plain merge, conflicts included', async () => {
  const world = hostileWorld(template).as('any')
  plainGit(world.repo, ['config', 'merge.evil.driver', 'true'])
  writeFiles(world.repo, { '.git/info/attributes': '*.txt merge=evil\n' })
  const merged = await mergeTreeWrite(world.repo, 'main', 'side')
  const text = merged.clean ? plainGit(world.repo, ['show', `${merged.tree}:shared.txt`]) : ''
  expect(text.startsWith('A\n')).toBe(true)
  expect(text.endsWith('Z\n')).toBe(true)
  plainGit(world.repo, ['checkout', '-q', 'side'])
  writeFiles(world.repo, { 'shared.txt': 'quite another\n' })
  await commitAll(world.repo, 'conflicting')
  expect(await mergeTreeWrite(world.repo, 'main', 'side')).toEqual({
    clean: false,
    tree: expect.stringMatching(/^[0-9a-f]{40}$/),
    conflicts: ['shared.txt'],
  })
})

it('QA-05 a commit that was replaced by another one is read as it is', async () => {
  const world = hostileWorld(template).as('any')
  const tree = await treeOf(world.repo, 'main')
  plainGit(world.repo, ['replace', 'main', 'side'])
  expect(plainGit(world.repo, ['rev-parse', 'main^{tree}']).trim()).not.toBe(tree)
  expect(await treeOf(world.repo, 'main')).toBe(tree)
})
