import { readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanHead, parseStatus, status } from './status.ts'
import { plainCommit, plainGit, testRepository, writeFiles } from './test-support/repository.ts'

const quiet = { from: null, submodule: false, staged: false, unstaged: false }

describe('status', () => {
  it('tells tracked, staged, renamed, unmerged and untracked files apart, whatever their names', async () => {
    const repo = testRepository({
      'a b.txt': 'a\n',
      'old.txt': 'content that is long enough\n',
      'gone.txt': 'x\n',
    })
    writeFiles(repo, {
      'a b.txt': 'changed\n',
      'new\nline "q".txt': 'x',
      'deep/er/file': 'x',
      'staged ä.txt': 'x',
    })
    renameSync(join(repo, 'old.txt'), join(repo, 'renamed.txt'))
    rmSync(join(repo, 'gone.txt'))
    plainGit(repo, ['add', 'old.txt', 'renamed.txt', 'staged ä.txt'])
    const entries = await status(repo)
    expect([...entries].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { ...quiet, kind: 'tracked', path: 'a b.txt', unstaged: true },
      { ...quiet, kind: 'untracked', path: 'deep/er/file', unstaged: true },
      { ...quiet, kind: 'tracked', path: 'gone.txt', unstaged: true },
      { ...quiet, kind: 'untracked', path: 'new\nline "q".txt', unstaged: true },
      { ...quiet, kind: 'renamed', path: 'renamed.txt', from: 'old.txt', staged: true },
      { ...quiet, kind: 'tracked', path: 'staged ä.txt', staged: true },
    ])
  })

  it('names what a merge left undecided', async () => {
    const repo = testRepository()
    plainGit(repo, ['checkout', '-q', '-b', 'side'])
    plainCommit(repo, 'side', { 'a.txt': 'side\n' })
    plainGit(repo, ['checkout', '-q', 'main'])
    plainCommit(repo, 'main', { 'a.txt': 'main\n' })
    expect(() => plainGit(repo, ['merge', '-q', 'side'])).toThrow()
    expect(await status(repo)).toEqual([
      { ...quiet, kind: 'unmerged', path: 'a.txt', staged: true, unstaged: true },
    ])
  })

  it('marks a submodule that is at another commit', async () => {
    const repo = testRepository()
    plainGit(repo, ['init', '-q', '-b', 'main', 'sub'])
    plainCommit(join(repo, 'sub'), 'one', { x: 'x' })
    plainCommit(repo, 'with sub', {})
    expect(await cleanHead(repo)).not.toBe(null)
    plainCommit(join(repo, 'sub'), 'two', { x: 'y' })
    expect(await status(repo)).toEqual([
      { ...quiet, kind: 'tracked', path: 'sub', submodule: true, unstaged: true },
    ])
  })

  it('leaves ignored files out and the index as it was', async () => {
    const repo = testRepository({ '.gitignore': 'ignored\n', 'a.txt': 'a\n' })
    writeFiles(repo, { ignored: 'x' })
    utimesSync(join(repo, 'a.txt'), 1, 1)
    const index = join(repo, '.git/index')
    const before = [readFileSync(index), statSync(index).mtimeMs]
    expect(await status(repo)).toEqual([])
    expect(await cleanHead(repo)).not.toBe(null)
    expect([readFileSync(index), statSync(index).mtimeMs]).toEqual(before)
  })

  it('counts as clean only with nothing staged, changed or untracked', async () => {
    const repo = testRepository()
    expect(await cleanHead(repo)).not.toBe(null)
    writeFiles(repo, { u: 'x' })
    expect(await cleanHead(repo)).toBe(null)
    plainGit(repo, ['add', 'u'])
    expect(await cleanHead(repo)).toBe(null)
    plainGit(repo, ['commit', '-qm', 'u'])
    expect(await cleanHead(repo)).not.toBe(null)
    writeFiles(repo, { 'a.txt': 'b\n' })
    expect(await cleanHead(repo)).toBe(null)
  })

  it('names the branch and the commit that a clean worktree is at', async () => {
    const repo = testRepository()
    const commit = plainGit(repo, ['rev-parse', 'HEAD']).trim()
    expect(await cleanHead(repo)).toEqual({ branch: 'main', commit })
    plainGit(repo, ['checkout', '-q', '-b', 'task/0001-a', '--track', 'main'])
    plainCommit(repo, 'ahead', { 'b.txt': 'b\n' })
    const ahead = plainGit(repo, ['rev-parse', 'HEAD']).trim()
    plainGit(repo, ['config', 'status.showStash', 'true'])
    writeFiles(repo, { 'a.txt': 'kept\n' })
    plainGit(repo, ['stash', '--quiet'])
    expect(await cleanHead(repo)).toEqual({ branch: 'task/0001-a', commit: ahead })
    plainGit(repo, ['checkout', '-q', '--detach', commit])
    expect(await cleanHead(repo)).toEqual({ branch: null, commit })
    plainGit(repo, ['checkout', '-q', '--orphan', 'none'])
    plainGit(repo, ['rm', '-rfq', '.'])
    expect(await cleanHead(repo)).toBe(null)
  })

  it('reads back any path that can stand in a record', () => {
    const path = fc.string({ minLength: 1 }).filter((text) => !text.includes('\0'))
    fc.assert(
      fc.property(path, path, (one, other) => {
        const hash = '0'.repeat(40)
        const text = `1 .M N... 100644 100644 100644 ${hash} ${hash} ${one}\0? ${other}\0`
        const renamed = `2 R. N... 100644 100644 100644 ${hash} ${hash} R100 ${one}\0${other}\0`
        expect(parseStatus(text).map((entry) => entry.path)).toEqual([one, other])
        expect(parseStatus(renamed)).toMatchObject([{ path: one, from: other }])
      }),
    )
  })
})
