import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asCommitHash } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import { commitAll } from '../../machine/git/commit-all.ts'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  targetRepo,
  treeAt,
} from '../../test-support/target-repo.ts'
import { mergeLane } from '../landing/merge-lane.ts'
import { requireLane } from './lane-record.ts'
import { openLane } from './open-lane.ts'
import { putBack } from './put-back.ts'

const files = { 'src/a.js': 'a\n', 'big/x': '1\n', 'big/y': '2\n' }

async function laneOfSparse(...sparse: readonly (readonly string[])[]) {
  const repo = targetRepo(files)
  for (const args of sparse) repo.git(...args)
  expect(existsSync(join(repo.root, 'big/x'))).toBe(false)
  expect(await openLane(openLaneCommand(), firstAttempt, repo.ports())).toMatchObject({ type: 'LaneOpened' })
  const record = await requireLane(repo.stateDir, openLaneCommand().lane)
  return { repo, record, path: record.path }
}

describe('QA-05 a lane of a sparse checkout', () => {
  it.each([
    ['by folders', [['sparse-checkout', 'set', 'src']]],
    ['with a sparse index', [['sparse-checkout', 'set', '--sparse-index', 'src']]],
    [
      'by settings that all worktrees share',
      [
        ['sparse-checkout', 'set', '--no-cone', 'src/'],
        ['config', 'core.sparseCheckout', 'true'],
      ],
    ],
  ])('is whole, and only what was changed there is committed and merged: %s', async (_, sparse) => {
    const { repo, path } = await laneOfSparse(...sparse)
    const command = openLaneCommand()
    expect(existsSync(join(path, 'big/x'))).toBe(true)
    expect(repo.gitIn(path, 'ls-files', '-t')).toBe('H big/x\nH big/y\nH src/a.js')
    writeFileSync(join(path, 'src/b.js'), 'b\n')
    writeFileSync(join(path, 'big/y'), 'changed\n')
    await commitAll(path, 'work')
    expect(repo.git('diff', '--name-only', 'main', command.branch)).toBe('big/y\nsrc/b.js')
    const merged = await mergeLane(
      {
        type: 'MergeLane',
        id: idOf('20260101-000000/merge/0001/1'),
        lane: command.lane,
        branch: command.branch,
        commit: commitOf(repo, command.branch),
        tree: treeAt(repo, command.branch),
        baseBranch: 'main',
        baseCommit: commitOf(repo, 'main'),
        message: 'Merge',
        checks: [],
      },
      firstAttempt,
      repo.ports(),
    )
    expect(merged).toMatchObject({ type: 'LaneMerged', size: { files: 2 } })
    expect(repo.read('src/b.js')).toBe('b\n')
    // The user's own checkout stays as sparse as it was.
    expect(existsSync(join(repo.root, 'big'))).toBe(false)
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  it('is made whole again where somebody made it sparse, and no file passes for deleted', async () => {
    const { repo, record, path } = await laneOfSparse(['sparse-checkout', 'set', 'src'])
    repo.ownGit(path, 'sparse-checkout', 'set', 'src')
    expect(existsSync(join(path, 'big/x'))).toBe(false)
    await putBack(record, asCommitHash(repo.git('rev-parse', 'main')), repo.ports(), 'x')
    expect(repo.gitIn(path, 'ls-files', '-t')).toBe('H big/x\nH big/y\nH src/a.js')
    expect(existsSync(join(path, 'big/x'))).toBe(true)
    expect(repo.gitIn(path, 'status', '--porcelain')).toBe('')
  })
})
