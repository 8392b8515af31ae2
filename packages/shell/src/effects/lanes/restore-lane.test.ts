import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import { firstAttempt, openLaneCommand, type TargetRepo, targetRepo } from '../../test-support/target-repo.ts'
import { readLaneRecord, requireLane } from './lane-record.ts'
import { openLane } from './open-lane.ts'
import { type KnownLane, restoreLane } from './restore-lane.ts'

const { lane, branch, baseBranch } = openLaneCommand()

/** A lane with a commit of its own; set-up counts how often it ran. */
async function laneWithWork() {
  const repo = targetRepo({ 'a.txt': 'a\n', '.gitignore': 'set-up\n' })
  const ports = repo.ports({ setup: ['echo x >> set-up'] })
  const opened = await openLane(openLaneCommand(), firstAttempt, ports)
  if (opened.type !== 'LaneOpened') throw new Error(JSON.stringify(opened))
  repo.gitIn(opened.path, 'commit', '--quiet', '--allow-empty', '-m', 'work')
  const commit = asCommitHash(repo.gitIn(opened.path, 'rev-parse', 'HEAD'))
  const known: KnownLane = { lane, branch, baseBranch, baseCommit: opened.baseCommit, commit }
  const restore = (): Promise<string | null> => restoreLane(known, ports, new AbortController().signal)
  return { repo, path: opened.path, commit, restore }
}

const standsAt = (repo: TargetRepo, path: string, commit: CommitHash): void => {
  expect(repo.gitIn(path, 'rev-parse', 'HEAD')).toBe(commit)
  expect(repo.gitIn(path, 'symbolic-ref', '--short', 'HEAD')).toBe(branch)
  expect(repo.gitIn(path, 'status', '--porcelain')).toBe('')
  expect(readFileSync(join(path, 'set-up'), 'utf8')).toMatch(/^(x\n)+$/)
}

describe('a lane that was removed by hand', () => {
  it('DL-05 leaves one that is there as it is', async () => {
    const { repo, path, commit, restore } = await laneWithWork()
    expect(await restore()).toBeNull()
    standsAt(repo, path, commit)
    expect(readFileSync(join(path, 'set-up'), 'utf8')).toBe('x\n')
  })

  it.each([
    ['its folder', ({ path }: { path: string }) => rmSync(path, { recursive: true })],
    [
      'all lanes with their records',
      ({ repo, path }) => {
        rmSync(join(path, '..'), { recursive: true })
        rmSync(join(repo.stateDir, 'lanes'), { recursive: true })
      },
    ],
    ['only its record', ({ repo }) => rmSync(join(repo.stateDir, 'lanes/.records'), { recursive: true })],
    ['what git knows of it', ({ repo }) => rmSync(join(repo.root, '.git/worktrees'), { recursive: true })],
    ['only the pointer beside it', ({ path }) => rmSync(`${path}.gitdir`)],
    [
      'its folder, and git has forgotten it',
      ({ repo, path }) => {
        rmSync(path, { recursive: true })
        repo.git('worktree', 'prune')
      },
    ],
    [
      'its worktree and its branch',
      ({ repo, path }) => {
        repo.removeLane(path)
        repo.git('branch', '-D', branch)
      },
    ],
  ] as readonly [string, (it: { repo: TargetRepo; path: string }) => unknown][])(
    'DL-05 DL-44 is made again with its commits: %s',
    async (_, remove) => {
      const { repo, path, commit, restore } = await laneWithWork()
      remove({ repo, path })
      await expect(requireLane(repo.stateDir, lane)).rejects.toMatchObject({ code: 'lane-missing' })
      expect(await restore()).toContain(`made again from commit ${commit.slice(0, 12)}`)
      standsAt(repo, path, commit)
      expect(await requireLane(repo.stateDir, lane)).toMatchObject({ path, branch, stage: 'ready' })
    },
  )

  it('QA-05 whose work is nowhere any more is told of, with the way forward, and nothing is made', async () => {
    const { repo, path, restore } = await laneWithWork()
    repo.removeLane(path)
    repo.git('branch', '-D', branch)
    repo.git('reflog', 'expire', '--expire=now', '--all')
    repo.git('gc', '--quiet', '--prune=now')
    await expect(restore()).rejects.toMatchObject({
      code: 'lane-missing',
      message: expect.stringContaining(branch),
      next: expect.stringMatching(/mv '.*\/runs\/0001\/.*' '.*\.aside' && harness run 0001/),
    })
    expect(existsSync(path)).toBe(false)
    expect(await readLaneRecord(repo.stateDir, lane)).toMatchObject({ branch })
  })
})
