import { existsSync, mkdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asLaneName } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import { isLane } from '../../store/layout/lane-place.ts'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  repeatedAttempt,
  targetRepo,
} from '../../test-support/target-repo.ts'
import { closeLane } from './close-lane.ts'
import { openLane } from './open-lane.ts'
import { restoreLane } from './restore-lane.ts'

const place = '.worktrees/impeccable-2-2.1-20261116T120000Z'
const lane = asLaneName('impeccable-2-2.1-20261116T120000Z')
const branch = `impeccable/${lane}`
const order = openLaneCommand({ lane, branch, worktree: place })

describe('HB-15 a lane that is to lie at a certain place', () => {
  it('is a link there, hidden from git, is the same when opened again, and the link goes when it is closed', async () => {
    const repo = targetRepo({ 'a.txt': 'a\n', '.gitignore': 'dist\n' })
    const ports = repo.ports({ pool: 2 })
    const opened = await openLane(order, firstAttempt, ports)
    const path = join(repo.root, place)
    expect(opened).toMatchObject({ type: 'LaneOpened', path, branch })
    expect(readlinkSync(path)).toBe(join(repo.lanes, 'lane-1'))
    expect(existsSync(join(path, 'a.txt'))).toBe(true)
    expect(repo.git('status', '--porcelain', '--untracked-files=all')).toBe('')
    expect(repo.read('.gitignore')).toBe('dist\n')
    expect(isLane(path)).toBe(true)
    expect(await openLane(order, repeatedAttempt, ports)).toEqual(opened)
    const close = { type: 'CloseLane', id: idOf('r/shut/2.1/1'), lane, branch, baseBranch: 'main' } as const
    expect(await closeLane(close, firstAttempt, ports)).toMatchObject({ type: 'LaneClosed', kept: null })
    expect(existsSync(path)).toBe(false)
    // Its folder is kept for the next lane.
    expect(existsSync(join(repo.lanes, 'lane-1/a.txt'))).toBe(true)
  })

  it('a folder of that name that somebody else made is left alone, and the run is told', async () => {
    const repo = targetRepo()
    mkdirSync(join(repo.root, place), { recursive: true })
    writeFileSync(join(repo.root, place, 'mine.txt'), 'mine\n')
    expect(await openLane(order, firstAttempt, repo.ports())).toMatchObject({
      type: 'CommandFailed',
      code: 'lane-path-taken',
      detail: expect.stringContaining(place),
    })
    expect(repo.read(`${place}/mine.txt`)).toBe('mine\n')
    rmSync(join(repo.root, place), { recursive: true })
    expect(await openLane(order, repeatedAttempt, repo.ports())).toMatchObject({ type: 'LaneOpened' })
  })

  it('a .gitignore that a person keeps there is not touched: the repository excludes the folder instead', async () => {
    const repo = targetRepo()
    repo.commit({ '.worktrees/.gitignore': '*.log\n' })
    await openLane(order, firstAttempt, repo.ports())
    expect(repo.read('.worktrees/.gitignore')).toBe('*.log\n')
    expect(repo.git('status', '--porcelain', '--untracked-files=all')).toBe('')
  })

  it('QA-04 a link out of the repository is refused', async () => {
    const repo = targetRepo()
    const elsewhere = join(repo.root, '../elsewhere')
    mkdirSync(elsewhere)
    symlinkSync(elsewhere, join(repo.root, '.worktrees'))
    expect(await openLane(order, firstAttempt, repo.ports())).toMatchObject({
      code: 'path-refused',
      next: expect.stringMatching(/Remove the link \S*\/\.worktrees, then: harness resume/),
    })
  })

  it('a file where the folder belongs is told as what it is', async () => {
    const repo = targetRepo()
    writeFileSync(join(repo.root, '.worktrees'), 'mine\n')
    expect(await openLane(order, firstAttempt, repo.ports())).toMatchObject({
      code: 'lane-path-taken',
      detail: expect.stringMatching(/\.worktrees is in the way: it is no folder/),
    })
    expect(repo.read('.worktrees')).toBe('mine\n')
  })

  it('is made again at the same place where somebody removed it', async () => {
    const repo = targetRepo()
    const opened = await openLane(order, firstAttempt, repo.ports())
    repo.removeLane(join(repo.lanes, 'lane-1'))
    repo.git('branch', '-D', branch)
    rmSync(join(repo.stateDir, 'lanes'), { recursive: true })
    const commit = commitOf(repo, 'main')
    const known = { lane, branch, baseBranch: 'main', baseCommit: commit, commit, worktree: place }
    const { signal } = firstAttempt
    expect(await restoreLane(known, repo.ports(), signal)).toContain('made again')
    expect(opened).toMatchObject({ path: join(repo.root, place) })
    expect(existsSync(join(repo.root, place, 'a.txt'))).toBe(true)
  })

  it('DL-44 is hidden from git again if the folder around it was removed', async () => {
    const repo = targetRepo()
    await openLane(order, firstAttempt, repo.ports())
    rmSync(join(repo.root, '.worktrees'), { recursive: true })
    const commit = commitOf(repo, 'main')
    const known = { lane, branch, baseBranch: 'main', baseCommit: commit, commit, worktree: place }
    expect(await restoreLane(known, repo.ports(), firstAttempt.signal)).toBe(null)
    expect(existsSync(join(repo.root, place, 'a.txt'))).toBe(true)
    expect(repo.git('status', '--porcelain', '--untracked-files=all')).toBe('')
  })
})
