import { appendFileSync, chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MergeLane } from '@harness/core/effects/merge-lane'
import { describe, expect, it } from 'vitest'
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
import { mergeLane } from './merge-lane.ts'

async function workedLane(
  files: Record<string, string> = { 'a.txt': 'a\n', 'b.txt': 'b\n', '.gitignore': '.env\n' },
  prepare: (repo: TargetRepo) => void = () => {},
) {
  const repo = targetRepo(files)
  prepare(repo)
  const event = await openLane(openLaneCommand(), firstAttempt, repo.ports())
  if (event.type !== 'LaneOpened') throw new Error(JSON.stringify(event))
  writeFileSync(join(event.path, 'a.txt'), 'work\n')
  writeFileSync(join(event.path, 'new.txt'), 'new\n')
  repo.gitIn(event.path, 'add', '-A')
  repo.gitIn(event.path, 'commit', '-qm', 'work')
  return { repo, path: event.path, command: mergeCommand(repo) }
}

const mergeCommand = (repo: TargetRepo): MergeLane => ({
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
})

describe('merging a lane without a forge', () => {
  it('DL-11 puts exactly the proven tree on the base, and the user’s files follow', async () => {
    const { repo, command } = await workedLane()
    const event = await mergeLane(command, firstAttempt, repo.ports())
    expect(event).toEqual({
      type: 'LaneMerged',
      at: testNow,
      commandId: command.id,
      commit: repo.git('rev-parse', 'main'),
      tree: command.tree,
      evidence: [],
      size: { files: 2, added: 2, removed: 1 },
      by: 'harness',
    })
    expect(repo.git('log', '-1', '--format=%P', 'main')).toBe(`${command.baseCommit} ${command.commit}`)
    expect(repo.git('log', '-1', '--format=%B', 'main')).toBe(
      `Merge plan 0001: Search\n\nHarness-Command: ${command.id}`,
    )
    expect(treeAt(repo, 'main')).toBe(command.tree)
    expect(repo.read('new.txt')).toBe('new\n')
    expect(repo.git('status', '--porcelain')).toBe('')
    expect(repo.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main')
  })

  it('DL-11 merged already it finds its commit, also when the base has moved on since', async () => {
    const { repo, command } = await workedLane()
    const first = await mergeLane(command, firstAttempt, repo.ports())
    repo.commit({ 'later.txt': 'later' })
    expect(await mergeLane(command, repeatedAttempt, repo.ports())).toEqual(first)
    expect(repo.git('rev-list', '--count', '--merges', 'main')).toBe('1')
  })

  it('DL-11 brings back nothing that a person took out of the base meanwhile', async () => {
    const repo = targetRepo({ 'a.txt': 'a\n' })
    repo.commit({ 'secret.txt': 'secret\n' })
    const event = await openLane(openLaneCommand(), firstAttempt, repo.ports())
    if (event.type !== 'LaneOpened') throw new Error(JSON.stringify(event))
    writeFileSync(join(event.path, 'a.txt'), 'work\n')
    repo.gitIn(event.path, 'commit', '-qam', 'work')
    const command = mergeCommand(repo)
    repo.git('reset', '-q', '--hard', 'HEAD~1')
    const rewritten = repo.commit({ 'b.txt': 'b\n' })
    expect(await mergeLane(command, firstAttempt, repo.ports())).toMatchObject({
      type: 'MergeRefused',
      reason: 'base-moved',
      detail: expect.stringContaining('rewritten'),
    })
    expect(repo.git('rev-parse', 'main')).toBe(rewritten)
    expect(existsSync(join(repo.root, 'secret.txt'))).toBe(false)
  })

  it('DL-11 moves a base that is checked out nowhere, and no files', async () => {
    const { repo, command } = await workedLane()
    repo.git('switch', '-q', '-c', 'elsewhere')
    const event = await mergeLane(command, firstAttempt, repo.ports())
    expect(event).toMatchObject({ type: 'LaneMerged', commit: repo.git('rev-parse', 'main') })
    expect(repo.read('a.txt')).toBe('a\n')
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  it('DL-11 follows a base whose repository lies elsewhere', async () => {
    const { repo, command } = await workedLane(undefined, ({ git, root }) =>
      git('init', '-q', '--separate-git-dir', join(root, '../elsewhere')),
    )
    expect(await mergeLane(command, firstAttempt, repo.ports())).toMatchObject({ type: 'LaneMerged' })
    expect(repo.read('a.txt')).toBe('work\n')
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  it('DL-11 follows a base that is checked out in another worktree', async () => {
    const { repo, command } = await workedLane()
    repo.git('switch', '-q', '-c', 'elsewhere')
    const other = join(repo.root, '../other')
    repo.git('worktree', 'add', '-q', other, 'main')
    expect(await mergeLane(command, firstAttempt, repo.ports())).toMatchObject({ type: 'LaneMerged' })
    expect(readFileSync(join(other, 'a.txt'), 'utf8')).toBe('work\n')
    expect(repo.read('a.txt')).toBe('a\n')
  })

  it('QA-05 leaves index, stashes and unrelated changes of the user as they were', async () => {
    const { repo, command } = await workedLane({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' })
    repo.write('c.txt', 'stashed\n')
    repo.git('stash')
    repo.write('b.txt', 'staged\n')
    repo.git('add', 'b.txt')
    repo.write('c.txt', 'unstaged\n')
    repo.write('untracked.txt', 'mine\n')
    const before = repo.git('status', '--porcelain')
    expect(await mergeLane(command, firstAttempt, repo.ports())).toMatchObject({ type: 'LaneMerged' })
    expect(repo.git('status', '--porcelain')).toBe(before)
    expect(repo.git('diff', '--cached', '--name-only')).toBe('b.txt')
    expect(repo.read('c.txt')).toBe('unstaged\n')
    expect(repo.git('stash', 'list')).toContain('stash@{0}')
    expect(repo.read('a.txt')).toBe('work\n')
  })

  it('runs no hook of the user’s repository', async () => {
    const { repo, command } = await workedLane()
    const fired = join(repo.root, '../fired')
    for (const hook of ['post-merge', 'post-checkout', 'reference-transaction', 'post-index-change']) {
      repo.write(`.git/hooks/${hook}`, `#!/bin/sh\necho ${hook} >> '${fired}'\n`)
      chmodSync(join(repo.root, '.git/hooks', hook), 0o755)
    }
    await mergeLane(command, firstAttempt, repo.ports())
    expect(existsSync(fired)).toBe(false)
    repo.git('commit', '-q', '--allow-empty', '-m', 'plain git fires them')
    expect(existsSync(fired)).toBe(true)
  })
})

describe('a merge that is refused changes nothing', () => {
  const standsStill = async (
    repo: TargetRepo,
    command: MergeLane,
    reason: string,
    detail: string,
  ): Promise<void> => {
    const refs = repo.git('for-each-ref')
    const status = repo.git('status', '--porcelain', '--ignored')
    const event = await mergeLane(command, firstAttempt, repo.ports())
    expect(event).toMatchObject({ type: 'MergeRefused', reason, detail: expect.stringContaining(detail) })
    expect(repo.git('for-each-ref')).toBe(refs)
    expect(repo.git('status', '--porcelain', '--ignored')).toBe(status)
  }

  it('DL-11 when the commit does not have the proven tree', async () => {
    const { repo, command } = await workedLane()
    await standsStill(repo, { ...command, tree: treeAt(repo, 'main') }, 'tree-differs', 'tree')
  })

  it('MI-13 when it may only be merged as it is and the base has moved on', async () => {
    const { repo, command } = await workedLane()
    repo.commit({ 'later.txt': 'later' })
    await standsStill(repo, { ...command, asItIs: true }, 'base-moved', 'main has moved on')
  })

  it('QA-05 when the user has changed a file that the merge changes', async () => {
    const { repo, command } = await workedLane()
    repo.write('a.txt', 'mine\n')
    await standsStill(repo, command, 'checkout-in-the-way', 'a.txt')
    expect(repo.read('a.txt')).toBe('mine\n')
  })

  it('QA-05 when an untracked file of the user is in the way', async () => {
    const { repo, command } = await workedLane()
    repo.write('new.txt', 'mine\n')
    await standsStill(repo, command, 'checkout-in-the-way', 'new.txt')
    expect(repo.read('new.txt')).toBe('mine\n')
  })

  it('QA-05 when an ignored file of the user is in the way', async () => {
    const { repo, path } = await workedLane()
    writeFileSync(join(path, '.env'), 'from the agent\n')
    repo.gitIn(path, 'add', '-f', '.env')
    repo.gitIn(path, 'commit', '-qm', 'env')
    repo.write('.env', 'SECRET=mine\n')
    await standsStill(repo, mergeCommand(repo), 'checkout-in-the-way', '.env')
    expect(repo.read('.env')).toBe('SECRET=mine\n')
  })

  it('QA-05 also where the repository says that merges stash local changes', async () => {
    const { repo, command } = await workedLane()
    repo.git('config', 'merge.autostash', 'true')
    repo.write('a.txt', 'mine\n')
    await standsStill(repo, command, 'checkout-in-the-way', 'a.txt')
    expect(repo.git('stash', 'list')).toBe('')
  })

  it('QA-05 while the user rebases the base', async () => {
    const { repo, command } = await workedLane()
    repo.git('switch', '-q', '-c', 'upstream')
    repo.commit({ 'b.txt': 'theirs\n' })
    repo.git('switch', '-q', 'main')
    const rebasing = repo.commit({ 'b.txt': 'ours\n' })
    expect(() => repo.git('rebase', 'upstream')).toThrow()
    const base = { ...command, baseCommit: commitOf(repo, rebasing) }
    repo.git(
      'update-ref',
      'refs/heads/task/0001-search',
      repo.git('commit-tree', '-p', rebasing, '-m', 'x', `${rebasing}^{tree}`),
    )
    const lane = {
      ...base,
      commit: commitOf(repo, 'task/0001-search'),
      tree: treeAt(repo, 'task/0001-search'),
    }
    await standsStill(repo, lane, 'checkout-in-the-way', 'rebase of main')
  })

  it('QA-05 while another git holds the user’s index, which is waited for first', async () => {
    const { repo, command } = await workedLane()
    const lock = join(repo.root, '.git/index.lock')
    writeFileSync(lock, '')
    expect(await mergeLane(command, firstAttempt, repo.ports())).toMatchObject({
      type: 'MergeRefused',
      reason: 'checkout-in-the-way',
      detail: expect.stringContaining('index.lock'),
    })
    setTimeout(() => rmSync(lock), 500)
    expect(await mergeLane(command, firstAttempt, repo.ports())).toMatchObject({ type: 'LaneMerged' })
  })

  it('names the branches there are when the base is gone', async () => {
    const { repo, command } = await workedLane()
    repo.git('branch', '-m', 'main', 'trunk')
    const event = await mergeLane(command, firstAttempt, repo.ports())
    expect(event).toMatchObject({ type: 'CommandFailed', code: 'base-branch-missing' })
  })

  it('a trailer in a commit of somebody else counts only when it is exactly this command’s', async () => {
    const { repo, command } = await workedLane()
    repo.git('commit', '-q', '--allow-empty', '-m', `x\n\nHarness-Command: ${command.id}1`)
    expect(await mergeLane(command, firstAttempt, repo.ports())).toMatchObject({ type: 'LaneMerged' })
    expect(repo.read('a.txt')).toBe('work\n')
  })

  it('takes no notice of what the repository’s config says about merging', async () => {
    const { repo, command } = await workedLane()
    appendFileSync(
      join(repo.root, '.git/config'),
      '[merge]\n\tff = false\n\tverifySignatures = true\n[branch "main"]\n\tmergeOptions = --no-ff --squash\n',
    )
    expect(await mergeLane(command, firstAttempt, repo.ports())).toMatchObject({
      type: 'LaneMerged',
      commit: commitOf(repo, 'main'),
    })
  })
})
