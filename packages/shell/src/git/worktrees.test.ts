import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gitDirsAt, isWorktreeOf, repositoryRoot } from './git-dirs.ts'
import { plainGit, testFolder, testRepository, writeFiles } from './test-support/repository.ts'
import { worktrees } from './worktrees.ts'

describe('worktrees', () => {
  it('lists all with branch, commit, lock and reason to prune', async () => {
    const repo = testRepository()
    const folder = testFolder()
    const commit = plainGit(repo, ['rev-parse', 'HEAD']).trim()
    const plain = { commit, branch: null, bare: false, locked: null, prunable: null }
    for (const name of ['on branch', 'detached', 'gone'])
      plainGit(repo, ['worktree', 'add', '-q', '--detach', join(folder, name)])
    plainGit(join(folder, 'on branch'), ['checkout', '-q', '-b', 'feature/x'])
    plainGit(repo, ['worktree', 'lock', '--reason', 'in use', join(folder, 'detached')])
    rmSync(join(folder, 'gone'), { recursive: true })
    const listed = await worktrees(repo)
    expect(listed[0]).toEqual({ ...plain, path: repo, branch: 'main' })
    expect(listed).toContainEqual({ ...plain, path: join(folder, 'on branch'), branch: 'feature/x' })
    expect(listed).toContainEqual({ ...plain, path: join(folder, 'detached'), locked: 'in use' })
    expect(listed).toContainEqual({
      ...plain,
      path: join(folder, 'gone'),
      prunable: expect.stringContaining('gitdir'),
    })
    expect(await worktrees(join(folder, 'on branch'))).toHaveLength(4)
  })
})

describe('which repository a folder belongs to', () => {
  it('is found from below, but git is never called for a folder around', () => {
    const repo = testRepository({ 'deep/er/file': 'x' })
    expect(repositoryRoot(join(repo, 'deep/er'))).toBe(repo)
    expect(repositoryRoot('/')).toBeNull()
    expect(() => gitDirsAt(join(repo, 'deep'))).toThrow('not the top folder')
    expect(gitDirsAt(repo)).toEqual({ top: repo, gitDir: join(repo, '.git'), commonDir: join(repo, '.git') })
    writeFiles(repo, { 'deep/.git': 'nonsense' })
    expect(() => gitDirsAt(join(repo, 'deep'))).toThrow('does not point')
  })

  it('QA-05 is no longer its own where its pointer was changed', () => {
    const repo = testRepository()
    const [lane, other] = [join(repo, '../lane'), join(repo, '../other')]
    for (const path of [lane, other]) plainGit(repo, ['worktree', 'add', '-q', '--detach', path])
    expect(isWorktreeOf(lane, repo)).toBe(true)
    expect(isWorktreeOf(repo, repo)).toBe(true)
    expect(gitDirsAt(lane).commonDir).toBe(join(repo, '.git'))
    writeFileSync(join(lane, '.git'), `gitdir: ${gitDirsAt(other).gitDir}\n`)
    expect(isWorktreeOf(lane, repo)).toBe(false)
    writeFileSync(join(lane, '.git'), `gitdir: ${join(testRepository(), '.git')}\n`)
    expect(isWorktreeOf(lane, repo)).toBe(false)
    rmSync(join(lane, '.git'))
    expect(() => isWorktreeOf(lane, repo)).toThrow('not the top folder')
  })
})
