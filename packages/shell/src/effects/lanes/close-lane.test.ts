import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CloseLane } from '@harness/core/effects/close-lane'
import type { LanesConfig } from '@harness/formats/config/harness-config'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  firstAttempt,
  idOf,
  openLaneCommand,
  repeatedAttempt,
  targetRepo,
  testNow,
} from '../../test-support/target-repo.ts'
import { closeLane } from './close-lane.ts'
import { pidsInside } from './living-processes.ts'
import { openLane } from './open-lane.ts'

const command: CloseLane = {
  type: 'CloseLane',
  id: idOf('20260101-000000/close/0001/1'),
  lane: openLaneCommand().lane,
  branch: 'task/0001-search',
  baseBranch: 'main',
}

async function workedLane(lanes: Partial<LanesConfig> = {}) {
  const repo = targetRepo({ 'a.txt': 'a\n', '.gitignore': 'ignored/\n' })
  const event = await openLane(openLaneCommand(), firstAttempt, repo.ports(lanes))
  if (event.type !== 'LaneOpened') throw new Error(JSON.stringify(event))
  writeFileSync(join(event.path, 'a.txt'), 'work\n')
  repo.gitIn(event.path, 'commit', '-qam', 'work')
  const close = async (attempt = firstAttempt) => {
    const closed = await closeLane(command, attempt, repo.ports(lanes))
    if (closed.type !== 'LaneClosed') throw new Error(closed.detail)
    return closed
  }
  return { repo, path: event.path, close, tip: repo.gitIn(event.path, 'rev-parse', 'HEAD') }
}

const isGone = (repo: ReturnType<typeof targetRepo>, path: string): boolean =>
  !existsSync(path) &&
  repo.git('branch', '--list', 'task/*') === '' &&
  repo.git('worktree', 'list').split('\n').length === 1

describe('closing a lane', () => {
  it('QA-05 removes a merged lane, and says the same when asked again; no ref is left behind', async () => {
    const { repo, path, close, tip } = await workedLane()
    repo.git('update-ref', `refs/harness/set-aside/${command.branch}/${tip}`, tip)
    repo.git('merge', '-q', '--no-ff', '-m', 'merge', command.branch)
    const event = { type: 'LaneClosed', at: testNow, commandId: command.id, kept: null }
    expect(await close()).toEqual(event)
    expect(isGone(repo, path)).toBe(true)
    expect(repo.git('for-each-ref', 'refs/harness')).toBe('')
    expect(await close(repeatedAttempt)).toEqual(event)
  })

  it('QA-05 keeps what was set aside and is not in the base', async () => {
    const { repo, close } = await workedLane()
    const byHand = repo.git('commit-tree', '-m', 'by hand', 'HEAD^{tree}')
    const ref = `refs/harness/set-aside/${command.branch}/${byHand}`
    repo.git('update-ref', ref, byHand)
    repo.git('merge', '-q', '--no-ff', '-m', 'merge', command.branch)
    expect((await close()).kept).toBe(null)
    expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/harness')).toBe(ref)
  })

  it('QA-05 takes a squashed merge for a merge: every change is in the base', async () => {
    const { repo, path, close, tip } = await workedLane()
    repo.git('merge', '-q', '--squash', command.branch)
    repo.git('commit', '-qm', 'squashed')
    repo.commit({ 'later.txt': 'later' })
    expect((await close()).kept).toBe(null)
    expect(isGone(repo, path)).toBe(true)
    // Its commits are nowhere else.
    expect(repo.git('rev-parse', `refs/harness/backup/${command.branch}`)).toBe(tip)
  })

  it.each([
    ['worktree removed', (repo: ReturnType<typeof targetRepo>, path: string) => repo.removeLane(path)],
    ['folder deleted', (_: unknown, path: string) => rmSync(path, { recursive: true })],
    [
      'branch removed too',
      (repo: ReturnType<typeof targetRepo>, path: string) => {
        repo.removeLane(path)
        repo.git('branch', '-D', command.branch)
      },
    ],
  ])('QA-05 finishes a closing that was interrupted: %s', async (_, crash) => {
    const { repo, path, close } = await workedLane()
    repo.git('merge', '-q', '--no-ff', '-m', 'merge', command.branch)
    crash(repo, path)
    expect((await close(repeatedAttempt)).kept).toBe(null)
    expect(isGone(repo, path)).toBe(true)
  })
})

describe('what cannot be proven is kept', () => {
  it('QA-05 a branch that is not merged', async () => {
    const { repo, path, close, tip } = await workedLane()
    expect((await close()).kept).toContain('not in main')
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('work\n')
    expect(repo.git('rev-parse', command.branch)).toBe(tip)
  })

  it.each([
    ['an untracked file', (path: string) => writeFileSync(join(path, 'new.txt'), 'x'), 'new.txt'],
    ['a changed file', (path: string) => writeFileSync(join(path, 'a.txt'), 'x'), 'a.txt'],
  ])('QA-05 a lane with %s', async (_, change, named) => {
    const { repo, path, close } = await workedLane()
    repo.git('merge', '-q', '--no-ff', '-m', 'merge', command.branch)
    change(path)
    expect((await close()).kept).toContain(named)
    expect(existsSync(path)).toBe(true)
    expect(repo.git('branch', '--list', 'task/*')).not.toBe('')
  })

  it('QA-05 a changed file that the index was told not to look at', async () => {
    const { repo, path, close } = await workedLane()
    repo.git('merge', '-q', '--no-ff', '-m', 'merge', command.branch)
    repo.ownGit(path, 'update-index', '--assume-unchanged', 'a.txt')
    writeFileSync(join(path, 'a.txt'), 'x')
    expect((await close()).kept).toContain('a.txt')
  })

  it('QA-05 a lane in which a process lives', async () => {
    const { repo, path, close } = await workedLane()
    repo.git('merge', '-q', '--no-ff', '-m', 'merge', command.branch)
    const child = spawn('sleep', ['30'], { cwd: path, stdio: 'ignore' })
    onTestFinished(() => void child.kill('SIGKILL'))
    expect((await close()).kept).toContain(`process ${child.pid}`)
    expect(existsSync(path)).toBe(true)
  })

  it('QA-05 a branch and a folder that the harness has no record of', async () => {
    const repo = targetRepo()
    const path = join(repo.lanes, 'lane-1')
    repo.git('worktree', 'add', '-q', '-b', command.branch, path)
    const event = await closeLane(command, firstAttempt, repo.ports())
    expect(event).toMatchObject({ type: 'LaneClosed', kept: expect.stringContaining('no record') })
    expect(existsSync(path)).toBe(true)
  })

  it('QA-05 a lane that stands on another branch', async () => {
    const { repo, path, close } = await workedLane()
    repo.git('merge', '-q', '--no-ff', '-m', 'merge', command.branch)
    repo.ownGit(path, 'switch', '-q', '--detach')
    expect((await close()).kept).toContain('no branch')
    expect(existsSync(path)).toBe(true)
  })

  it('QA-05 a lane with a commit that only its own repository has', async () => {
    const { repo, path, close } = await workedLane()
    repo.git('merge', '-q', '--no-ff', '-m', 'merge', command.branch)
    repo.ownGit(path, 'commit', '-q', '--allow-empty', '-m', 'mine')
    const mine = repo.ownGit(path, 'rev-parse', 'HEAD')
    expect((await close()).kept).toContain(`commits that are not on ${command.branch}: ${mine}`)
    expect(existsSync(path)).toBe(true)
  })

  it('QA-05 stashes of a lane are kept under refs of ours when it goes', async () => {
    const { repo, path, close } = await workedLane()
    repo.git('merge', '-q', '--no-ff', '-m', 'merge', command.branch)
    writeFileSync(join(path, 'a.txt'), 'mine\n')
    repo.ownGit(path, 'stash', '--quiet')
    const stash = repo.ownGit(path, 'rev-parse', 'stash')
    writeFileSync(join(path, 'a.txt'), 'work\n')
    expect((await close()).kept).toBe(null)
    expect(repo.git('show', `refs/harness/set-aside/${command.branch}/${stash}:a.txt`)).toBe('mine')
  })

  it('QA-05 a lane whose base branch is gone', async () => {
    const { repo, path, close } = await workedLane()
    repo.git('branch', '-m', 'main', 'trunk')
    expect((await close()).kept).toContain('no branch main')
    expect(existsSync(path)).toBe(true)
  })
})

describe('teardown', () => {
  it('DL-31 runs before the lane is removed', async () => {
    const { repo, path, close } = await workedLane({
      teardown: [`echo "$HARNESS_LANE" >> "$HOME/torn-down"`],
    })
    repo.git('merge', '-q', '--no-ff', '-m', 'merge', command.branch)
    expect((await close()).kept).toBe(null)
    expect(isGone(repo, path)).toBe(true)
    expect(readFileSync(join(repo.root, '../torn-down'), 'utf8')).toBe('0001-search\n')
  })

  it('DL-31 keeps the lane where it fails, and says how without secrets', async () => {
    const { repo, path, close } = await workedLane({ teardown: ['echo top-secret-value; exit 1'] })
    repo.git('merge', '-q', '--no-ff', '-m', 'merge', command.branch)
    const { kept } = await close()
    expect(kept).toContain('exit code 1')
    expect(kept).toContain('[redacted]')
    expect(existsSync(path)).toBe(true)
  })
})

it('reads who works where from a list of open folders', () => {
  const listing = 'p12\nn/lane\np13\nfcwd\nn/lane/src\np14\nn/lane-2\n'
  expect(pidsInside(listing, (cwd) => cwd === '/lane' || cwd.startsWith('/lane/'))).toEqual([12, 13])
})
