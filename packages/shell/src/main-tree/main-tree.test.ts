import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MergeLane } from '@harness/core/command'
import { asCommitHash, asLaneName, asTreeHash } from '@harness/core/ids'
import { describe, expect, it } from 'vitest'
import { keptTree } from '../git/working-tree.ts'
import { drive, handbookOf, handbookRepo } from '../test-support/sample-handbook.ts'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  repeatedAttempt,
  type TargetRepo,
  targetRepo,
  treeAt,
} from '../test-support/target-repo.ts'
import { commitInMainTree } from './commit-in-main-tree.ts'
import { mergeInMainTree } from './merge-in-main-tree.ts'
import { openMainTree } from './open-main-tree.ts'
import { runChecksInMainTree } from './run-checks-in-main-tree.ts'
import { setAsideChanges, withoutPutBack } from './set-aside-changes.ts'
import { changesBetween, turnBeginning, turnObjects } from './turn-changes.ts'

const open = openLaneCommand({ place: 'main-tree', lane: asLaneName('main-tree-0.1') })
const turn = { id: idOf('20260101-000000/work/0.1/1') } as never

const mergeOf = (repo: TargetRepo, commit: string, more: Partial<MergeLane> = {}): MergeLane => ({
  type: 'MergeLane',
  id: idOf('20260101-000000/merge/0.1/1'),
  lane: asLaneName('main-tree-0.1'),
  branch: 'main',
  commit: asCommitHash(commit),
  tree: asTreeHash(repo.git('rev-parse', `${commit}^{tree}`)),
  baseBranch: 'main',
  baseCommit: commitOf(repo, 'main'),
  message: 'Merge',
  checks: [],
  place: 'main-tree',
  ...more,
})

/** A turn in which `deed` is done to the checkout, and the commit of what it changed. */
async function worked(repo: TargetRepo, deed: () => void) {
  const ports = repo.ports()
  const beginning = await turnBeginning(turn, false, ports)
  deed()
  const after = await keptTree(repo.root, null)
  const changes = await changesBetween(beginning.tree, after, ports)
  const { commit } = await commitInMainTree(repo.root, {
    head: beginning.head,
    changes,
    message: 'Work',
    trailers: [],
    at: 0,
    identity: undefined,
  })
  return { ports, beginning, after, changes, commit }
}

describe('HB-15 the checkout as a place to work in', () => {
  it('is opened where it stands, and only on the branch that the run works on', async () => {
    const repo = targetRepo()
    expect(await openMainTree(open, firstAttempt, repo.ports())).toMatchObject({
      type: 'LaneOpened',
      path: repo.root,
      branch: 'main',
      commit: repo.git('rev-parse', 'HEAD'),
      tree: treeAt(repo, 'HEAD'),
    })
    repo.git('switch', '-qc', 'elsewhere')
    expect(await openMainTree(open, firstAttempt, repo.ports())).toMatchObject({
      type: 'CommandFailed',
      code: 'checkout-moved',
      next: expect.stringContaining('git switch main'),
    })
  })

  it('a commit of a turn moves nothing; merged, branch and index follow for its files alone', async () => {
    const repo = targetRepo({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'gone.txt': 'g\n' })
    appendFileSync(join(repo.root, 'b.txt'), 'mine\n')
    repo.git('add', 'b.txt')
    writeFileSync(join(repo.root, 'staged.txt'), 'staged\n')
    repo.git('add', 'staged.txt')
    const { ports, commit } = await worked(repo, () => {
      writeFileSync(join(repo.root, 'a.txt'), 'changed\n')
      writeFileSync(join(repo.root, 'new é*.txt'), 'new\n')
      rmSync(join(repo.root, 'gone.txt'))
    })
    const before = repo.git('rev-parse', 'main')
    expect(repo.git('log', '--format=%s', 'main')).toBe('first')
    const command = mergeOf(repo, commit)
    expect(await mergeInMainTree(command, firstAttempt, ports)).toMatchObject({ type: 'LaneMerged', commit })
    const status = repo.git('status', '--porcelain', '--untracked-files=all')
    expect(status.split('\n')).toEqual(['M  b.txt', 'A  staged.txt'])
    const repeated = { ...command, baseCommit: asCommitHash(before) }
    expect(await mergeInMainTree(repeated, repeatedAttempt, ports)).toMatchObject({
      type: 'LaneMerged',
      commit,
    })
    expect(repo.git('log', '--format=%s', 'main')).toBe('Work\nfirst')
  })

  it('what changed after it was checked is not merged, nor what conflicts with a commit of a person’s', async () => {
    const repo = targetRepo({ 'a.txt': 'a\n' })
    const { ports, commit } = await worked(repo, () => writeFileSync(join(repo.root, 'a.txt'), 'changed\n'))
    const command = mergeOf(repo, commit)
    writeFileSync(join(repo.root, 'a.txt'), 'changed again\n')
    expect(await mergeInMainTree(command, firstAttempt, ports)).toMatchObject({
      type: 'MergeRefused',
      reason: 'tree-differs',
    })
    repo.git('commit', '-qam', 'mine')
    expect(await mergeInMainTree(command, firstAttempt, ports)).toMatchObject({
      type: 'MergeRefused',
      reason: 'conflict',
    })
  })

  it('a commit that a person makes meanwhile is built upon', async () => {
    const repo = targetRepo({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
    const { ports, commit } = await worked(repo, () => writeFileSync(join(repo.root, 'a.txt'), 'changed\n'))
    const command = mergeOf(repo, commit)
    writeFileSync(join(repo.root, 'b.txt'), 'mine\n')
    repo.git('commit', '-qm', 'mine', 'b.txt')
    expect(await mergeInMainTree(command, firstAttempt, ports)).toMatchObject({ type: 'LaneMerged' })
    expect([repo.git('show', 'main:a.txt'), repo.git('show', 'main:b.txt')]).toEqual(['changed', 'mine'])
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  it('QA-01 a turn that is begun again is held against its first beginning', async () => {
    const repo = targetRepo({ 'a.txt': 'a\n' })
    appendFileSync(join(repo.root, 'a.txt'), 'mine\n')
    const { ports, beginning } = await worked(repo, () => appendFileSync(join(repo.root, 'a.txt'), 'half\n'))
    expect(await turnBeginning(turn, true, ports)).toEqual(beginning)
    expect((await turnBeginning(turn, false, ports)).tree).not.toBe(beginning.tree)
  })

  it('puts back what was set aside to the byte, and blames nobody else for that', async () => {
    const repo = targetRepo({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
    appendFileSync(join(repo.root, 'a.txt'), 'mine\n')
    const { ports, beginning, changes } = await worked(repo, () => {
      appendFileSync(join(repo.root, 'a.txt'), 'stray\n')
      writeFileSync(join(repo.root, 'new.txt'), 'stray\n')
      rmSync(join(repo.root, 'b.txt'))
    })
    const other = await keptTree(repo.root, turnObjects(ports.runDir))
    const patch = await setAsideChanges(changes, beginning, other, ports, 'work')
    expect([repo.read('a.txt'), repo.read('b.txt')]).toEqual(['a\nmine\n', 'b\n'])
    expect(existsSync(join(repo.root, 'new.txt'))).toBe(false)
    const now = await keptTree(repo.root, turnObjects(ports.runDir))
    expect(await withoutPutBack(await changesBetween(other, now, ports), ports.runDir)).toEqual([])
    repo.git('apply', patch)
    expect(repo.read('a.txt')).toBe('a\nmine\nstray\n')
  })

  it('checks see what else is not committed there, and say so', async () => {
    const repo = targetRepo()
    writeFileSync(join(repo.root, 'mine.txt'), 'mine\n')
    const command = {
      type: 'RunChecks',
      id: idOf('20260101-000000/verify/0.1/1'),
      lane: asLaneName('main-tree-0.1'),
      commit: commitOf(repo, 'HEAD'),
      tree: treeAt(repo, 'HEAD'),
      checks: [{ name: 'look', run: 'test -e mine.txt', timeoutMs: 10_000, claims: [] }],
      place: 'main-tree',
    } as const
    expect(await runChecksInMainTree(command, firstAttempt, repo.ports())).toMatchObject({
      type: 'ChecksFinished',
      evidence: [{ exitCode: 0 }],
      notes: [expect.stringContaining('mine.txt')],
    })
    expect(repo.read('mine.txt')).toBe('mine\n')
  })
})

describe('HB-15 an agent that writes in the checkout', { timeout: 60_000 }, () => {
  it('what it adds to a file with uncommitted edits stays uncommitted; a worktree’s agent may not touch the handbook', async () => {
    const repo = handbookRepo(
      handbookOf([
        { id: '0.1', text: '/impeccable extract the tokens' },
        { id: '3.1', text: '/impeccable harden the page' },
      ]),
      [
        {
          role: 'prompt-worker',
          match: 'extract the tokens',
          do: [
            { append: { path: 'src/a.txt', text: 'the agent’s\n' } },
            { write: { path: 'src/tokens.txt', text: 'tokens\n' } },
          ],
          reply: 'Extracted.',
        },
        {
          role: 'prompt-worker',
          match: 'harden the page',
          do: [{ append: { path: 'IMPECCABLE_HANDBOOK.md', text: 'more\n' } }],
          reply: 'Hardened.',
        },
      ],
    )
    appendFileSync(join(repo.root, 'src/a.txt'), 'mine\n')
    const { result } = await drive(repo)
    expect(repo.git('show', '--name-only', '--format=', 'main')).toBe('src/tokens.txt')
    expect(repo.read('src/a.txt')).toBe('a\nmine\nthe agent’s\n')
    expect(result.rest).toMatchObject({
      end: {
        resumable: true,
        reason: expect.stringContaining('only people and the harness itself may change'),
      },
    })
  })
})
