import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SyncLane } from '@harness/core/effects/sync-lane'
import { noConflictMarks } from '@harness/core/work/conflict-marks'
import { describe, expect, it } from 'vitest'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  repeatedAttempt,
  targetRepo,
  treeAt,
} from '../../test-support/target-repo.ts'
import { openLane } from './open-lane.ts'
import { syncLane } from './sync-lane.ts'

async function workedLane() {
  const repo = targetRepo({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
  const event = await openLane(openLaneCommand(), firstAttempt, repo.ports())
  if (event.type !== 'LaneOpened') throw new Error(JSON.stringify(event))
  writeFileSync(join(event.path, 'a.txt'), 'work\n')
  repo.gitIn(event.path, 'commit', '-qam', 'work')
  const command: SyncLane = {
    type: 'SyncLane',
    id: idOf('20260101-000000/preflight/0001/1'),
    lane: event.lane,
    startCommit: commitOf(repo, event.branch),
    baseBranch: 'main',
    baseCommit: commitOf(repo, 'main'),
  }
  return { repo, path: event.path, branch: event.branch, command }
}

describe('bringing the base branch into a lane', () => {
  it('changes nothing where the base is already in it', async () => {
    const { repo, branch, command } = await workedLane()
    expect(await syncLane(command, firstAttempt, repo.ports())).toMatchObject({
      type: 'LaneSynced',
      baseCommit: commitOf(repo, 'main'),
      commit: command.startCommit,
      tree: treeAt(repo, branch),
    })
  })

  it('names the commit that a missing base branch was known to stand at', async () => {
    const { repo, command } = await workedLane()
    repo.git('switch', '-q', '-c', 'mine')
    repo.git('branch', '-D', 'main')
    expect(await syncLane(command, firstAttempt, repo.ports())).toMatchObject({
      type: 'CommandFailed',
      code: 'base-branch-missing',
      next: expect.stringContaining(`git branch main ${command.baseCommit}`),
    })
  })

  it('merges it, files and all, into one commit that names its command', async () => {
    const { repo, path, branch, command } = await workedLane()
    repo.commit({ 'c.txt': 'c\n' })
    const event = await syncLane(command, firstAttempt, repo.ports())
    expect(event).toMatchObject({
      type: 'LaneSynced',
      baseCommit: commitOf(repo, 'main'),
      commit: commitOf(repo, branch),
      tree: treeAt(repo, branch),
    })
    expect(repo.git('log', '-1', '--format=%P', branch)).toBe(
      `${command.startCommit} ${repo.git('rev-parse', 'main')}`,
    )
    expect(repo.git('log', '-1', '--format=%(trailers)', branch)).toBe(`Harness-Command: ${command.id}`)
    expect(readFileSync(join(path, 'c.txt'), 'utf8')).toBe('c\n')
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('work\n')
    expect(repo.gitIn(path, 'status', '--porcelain')).toBe('')
  })

  it('QA-05 what a person edited in the lane is kept, and told', async () => {
    const { repo, path, command } = await workedLane()
    writeFileSync(join(path, 'b.txt'), 'by hand\n')
    expect(await syncLane(command, firstAttempt, repo.ports())).toMatchObject({
      type: 'LaneSynced',
      notes: [expect.stringMatching(/^the lane held work on b\.txt .* kept are: changes in .*\.patch$/)],
    })
  })

  it('DL-32 marks the files in conflict in the lane, on top of the base, with all else merged', async () => {
    const { repo, path, branch, command } = await workedLane()
    repo.commit({ 'a.txt': 'other\n', 'c.txt': 'c\n' })
    const event = await syncLane(command, firstAttempt, repo.ports())
    expect(event).toMatchObject({
      type: 'SyncConflicted',
      baseCommit: commitOf(repo, 'main'),
      files: ['a.txt'],
      commit: commitOf(repo, branch),
      tree: treeAt(repo, branch),
    })
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe(
      '<<<<<<< LANE_HEAD\nwork\n=======\nother\n>>>>>>> BASE_HEAD\n',
    )
    expect(readFileSync(join(path, 'c.txt'), 'utf8')).toBe('c\n')
    expect(repo.git('log', '-1', '--format=%P', branch)).toBe(
      `${command.startCommit} ${repo.git('rev-parse', 'main')}`,
    )
    expect(repo.gitIn(path, 'status', '--porcelain')).toBe('')
    expect(await syncLane(command, repeatedAttempt, repo.ports())).toEqual(event)
  })

  it('DL-32 the marks are what the check for them finds, and nothing else is', async () => {
    const { repo, path, command } = await workedLane()
    repo.commit({ 'a.txt': 'other\n' })
    const event = await syncLane(command, firstAttempt, repo.ports())
    if (event.type !== 'SyncConflicted') throw new Error(event.type)
    const check = noConflictMarks(event.baseCommit).run
    expect(() => execFileSync('sh', ['-c', check], { cwd: path, stdio: 'pipe' })).toThrow()
    writeFileSync(join(path, 'a.txt'), 'resolved \t \n\n\n')
    repo.ownGit(path, 'commit', '-qam', 'resolve')
    execFileSync('sh', ['-c', check], { cwd: path })
  })

  it('a base that was rewritten is not brought in', async () => {
    const { repo, branch, command } = await workedLane()
    repo.git('commit', '-q', '--amend', '-m', 'another first')
    expect(await syncLane(command, firstAttempt, repo.ports())).toMatchObject({
      type: 'BaseRewritten',
      baseCommit: commitOf(repo, 'main'),
    })
    expect(commitOf(repo, branch)).toBe(command.startCommit)
  })

  it('DL-14 done already it finds its commit, also when the base has moved on since', async () => {
    const { repo, branch, command } = await workedLane()
    repo.commit({ 'c.txt': 'c\n' })
    const first = await syncLane(command, firstAttempt, repo.ports())
    repo.commit({ 'd.txt': 'd\n' })
    expect(await syncLane(command, repeatedAttempt, repo.ports())).toEqual(first)
    expect(repo.git('rev-list', '--count', `main..${branch}`)).toBe('2')
  })

  it('DL-14 finishes where the branch had moved but the files had not', async () => {
    const { repo, path, command } = await workedLane()
    repo.commit({ 'c.txt': 'c\n' })
    const first = await syncLane(command, firstAttempt, repo.ports())
    repo.gitIn(path, 'read-tree', '--reset', '-u', command.startCommit)
    expect(repo.gitIn(path, 'status', '--porcelain')).not.toBe('')
    expect(await syncLane(command, repeatedAttempt, repo.ports())).toEqual(first)
    expect(repo.gitIn(path, 'status', '--porcelain')).toBe('')
  })

  it('refuses a lane that has commits it does not know, and loses none', async () => {
    const { repo, path, branch, command } = await workedLane()
    repo.commit({ 'c.txt': 'c\n' })
    repo.gitIn(path, 'commit', '-q', '--allow-empty', '-m', 'somebody else')
    const theirs = commitOf(repo, branch)
    expect(await syncLane(command, firstAttempt, repo.ports())).toMatchObject({
      type: 'CommandFailed',
      code: 'lane-changed',
    })
    expect(commitOf(repo, branch)).toBe(theirs)
  })

  it('says so where the lane is gone', async () => {
    const repo = targetRepo()
    const command = { ...(await workedLane()).command }
    expect(await syncLane(command, firstAttempt, repo.ports())).toMatchObject({
      type: 'CommandFailed',
      code: 'lane-missing',
    })
  })
})
