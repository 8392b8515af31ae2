import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gitDirIfWhole, gitDirsAt, repositoryRoot } from './git-dirs.ts'
import { plainGit, plainShell, testFolder, testRepository, writeFiles } from './test-support/repository.ts'
import { worktrees } from './worktrees.ts'

describe('worktrees', () => {
  it('lists all with branch, lock and reason to prune', async () => {
    const repo = testRepository()
    const folder = testFolder()
    const plain = { branch: null, bare: false, locked: null, prunable: null }
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

  it('finds worktrees of a repository whose path has a line break in it', async () => {
    const folder = join(testFolder(), 'a\nb')
    mkdirSync(folder)
    plainGit(folder, ['init', '-q', '-b', 'main', '--template='])
    plainGit(folder, ['commit', '-q', '--allow-empty', '-m', 'one'])
    const lane = join(folder, 'lane')
    plainGit(folder, ['worktree', 'add', '-q', '--detach', lane])
    expect(gitDirsAt(lane)).toMatchObject({ top: lane, commonDir: join(folder, '.git') })
    expect((await worktrees(lane)).map(({ path }) => path)).toEqual([folder, lane])
  })

  it('names the checkout of a repository that lies elsewhere, as git itself does not', async () => {
    const repo = testRepository()
    plainGit(repo, ['init', '-q', '--separate-git-dir', join(testFolder(), 'elsewhere')])
    const plain = { bare: false, locked: null, prunable: null }
    expect(await worktrees(repo)).toEqual([{ ...plain, path: repo, branch: 'main' }])
  })

  it('QA-04 names the branch that is meant where another name or a link stands for it, as git does', async () => {
    const repo = testRepository()
    const lane = join(testFolder(), 'lane')
    plainGit(repo, ['worktree', 'add', '-q', '-b', 'lane', lane])
    const branches = async () => (await worktrees(repo)).map(({ branch }) => branch)
    plainGit(repo, ['symbolic-ref', 'refs/heads/master', 'refs/heads/main'])
    plainGit(repo, ['checkout', '-q', 'master'])
    expect(await branches()).toEqual(['main', 'lane'])
    plainGit(repo, ['checkout', '-q', 'main'])
    plainGit(repo, ['symbolic-ref', 'refs/heads/other', 'refs/heads/lane'])
    plainGit(lane, ['checkout', '-q', 'other'])
    expect(await branches()).toEqual(['main', 'lane'])
    // As git itself once wrote it.
    rmSync(join(repo, '.git/HEAD'))
    symlinkSync('refs/heads/main', join(repo, '.git/HEAD'))
    expect(await branches()).toEqual(['main', 'lane'])
  })

  it('says of a locked one that its folder is away', async () => {
    const repo = testRepository()
    const away = join(testFolder(), 'usb')
    plainGit(repo, ['worktree', 'add', '-q', '--detach', away])
    plainGit(repo, ['worktree', 'lock', away])
    rmSync(away, { recursive: true })
    expect((await worktrees(repo))[1]).toMatchObject({ path: away, locked: '', prunable: expect.any(String) })
  })

  it('leaves out one that stays half made, and lists the others as git does', async () => {
    const repo = testRepository()
    const folder = testFolder()
    for (const name of ['one', 'two', 'gone'])
      plainGit(repo, ['worktree', 'add', '-q', '-b', name, join(folder, name)])
    plainGit(repo, ['worktree', 'lock', '--reason', 'in use', join(folder, 'two')])
    plainGit(join(folder, 'one'), ['checkout', '-q', '--detach'])
    rmSync(join(folder, 'gone'), { recursive: true })
    const whole = await worktrees(repo)
    writeFiles(repo, {
      '.git/worktrees/half/gitdir': `${join(folder, 'half/.git')}\n`,
      '.git/worktrees/half/commondir': '',
    })
    const gone = { ...whole.find(({ branch }) => branch === 'gone'), prunable: expect.any(String) }
    const listed = await worktrees(repo)
    expect(listed).toEqual(
      expect.arrayContaining([...whole.filter(({ prunable }) => prunable === null), gone]),
    )
    expect(listed[0]).toEqual(whole[0])
    expect(await worktrees(join(folder, 'one'))).toHaveLength(4)
  })

  it('is read whatever others add and remove meanwhile', async () => {
    const repo = testRepository()
    const folder = testFolder()
    // Those who add at once may be in each other's way too, which is not what is asked here.
    const line =
      'for i in 1 2 3 4 5 6 7 8; do git worktree add -q --detach "$0"; git worktree remove "$0"; done; true'
    let busy = 3
    const others = ['a', 'b', 'c'].map((name) =>
      plainShell(repo, line, join(folder, name)).finally(() => busy--),
    )
    while (busy > 0) {
      const listed = await worktrees(repo)
      expect(listed[0]).toMatchObject({ path: repo, branch: 'main' })
      for (const { path } of listed) gitDirIfWhole(path)
      await new Promise(setImmediate)
    }
    await Promise.all(others)
  })
})

describe('which repository a folder belongs to', () => {
  it('is found from below, but git is never called for a folder around', () => {
    const repo = testRepository({ 'deep/er/file': 'x' })
    expect(repositoryRoot(join(repo, 'deep/er'))).toBe(repo)
    expect(repositoryRoot('/')).toBeNull()
    expect(() => gitDirsAt(join(repo, 'deep'))).toThrow('not the top folder')
    const gitDir = join(repo, '.git')
    expect(gitDirsAt(repo)).toEqual({ top: repo, gitDir, commonDir: gitDir, isNamed: false })
    writeFiles(repo, { 'deep/.git': 'nonsense' })
    expect(() => gitDirsAt(join(repo, 'deep'))).toThrow('does not point')
  })
})
