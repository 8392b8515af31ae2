import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gitOk } from './git.ts'
import { areOfOneRepository, gitDirIfWhole, gitDirsAt, repositoryRoot } from './git-dirs.ts'
import { laneDirsAt, pointerOf, pointerText } from './lane-dirs.ts'
import { mainWorktree } from './main-worktree.ts'
import { plainGit, testFolder, testRepository, writeFiles } from './test-support/repository.ts'

/** A lane as the harness makes it, with a repository of the agent's own in it. */
function laneOf(folder = testFolder()) {
  const repo = testRepository()
  const lane = join(folder, 'lane-1')
  plainGit(repo, ['worktree', 'add', '-q', '-b', 'work', lane])
  const gitDir = join(repo, '.git/worktrees/lane-1')
  rmSync(join(lane, '.git'))
  plainGit(lane, ['init', '-q', '-b', 'theirs', '--template='])
  writeFileSync(pointerOf(lane), pointerText(gitDir))
  return { repo, lane, gitDir }
}

describe('TR-14 the repository of a lane', () => {
  it('is the one that the pointer beside it names, whatever is inside', async () => {
    const { repo, lane, gitDir } = laneOf()
    expect(gitDirsAt(lane)).toEqual({ top: lane, gitDir, commonDir: join(repo, '.git'), isNamed: true })
    expect((await gitOk(lane, ['symbolic-ref', '--short', 'HEAD'])).stdout).toBe('work\n')
    expect((await gitOk(lane, ['status', '--porcelain'])).stdout).toBe('')
    expect(areOfOneRepository(lane, repo)).toBe(true)
    expect(mainWorktree(lane)).toBe(repo)
  })

  it('is found through a link, and from every folder below', () => {
    const { lane, gitDir } = laneOf(join(testFolder(), 'a folder\nwith odd names'))
    const link = join(testFolder(), 'link')
    symlinkSync(lane, link)
    mkdirSync(join(lane, 'deep/er'), { recursive: true })
    expect(gitDirsAt(link)).toMatchObject({ top: lane, gitDir })
    expect(repositoryRoot(link)).toBe(lane)
    rmSync(join(lane, '.git'), { recursive: true })
    expect(repositoryRoot(join(lane, 'deep/er'))).toBe(lane)
  })

  it('is none for a copy of the lane, for a pointer that leads nowhere, or once the folder is gone', () => {
    const { lane } = laneOf()
    const copy = join(testFolder(), 'lane-1')
    cpSync(lane, copy, { recursive: true })
    cpSync(pointerOf(lane), pointerOf(copy))
    expect(laneDirsAt(copy)).toBe(null)
    rmSync(lane, { recursive: true })
    expect(laneDirsAt(lane)).toBe(null)
    mkdirSync(lane)
    for (const text of ['gitdir: /nowhere\n', 'gitdir: nowhere\n', '']) {
      writeFileSync(pointerOf(lane), text)
      expect(laneDirsAt(lane)).toBe(null)
    }
  })

  it('is never one below the lane: git is not called with what an agent made there', () => {
    const { lane } = laneOf()
    const nested = join(lane, 'nested')
    mkdirSync(nested)
    plainGit(nested, ['init', '-q', '--template='])
    writeFiles(lane, { 'nested.gitdir': pointerText(join(nested, '.git')) })
    expect(() => gitDirsAt(nested)).toThrow('not the top folder of a git repository')
    expect(gitDirIfWhole(nested)).toBe(null)
    expect(repositoryRoot(nested)).toBe(lane)
  })
})
