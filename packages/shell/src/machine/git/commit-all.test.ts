import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { runs } from '@harness/formats/test-support/runs'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { commitAll } from './commit-all.ts'
import { commitTree, findCommitByTrailer, headCommit, treeOf } from './commits.ts'
import { GitError } from './git.ts'
import { userIdentity } from './identity.ts'
import { plainCommit, plainGit, testFolder, testRepository, writeFiles } from './test-support/repository.ts'
import { withTrailers } from './trailers.ts'

const command = (value: string) => ({ key: 'Harness-Command', value })

describe('commitAll', () => {
  it('commits additions, changes and deletions, and nothing that is ignored', async () => {
    const repo = testRepository({ '.gitignore': 'ignored\n', 'a.txt': 'a\n', 'gone.txt': 'x\n' })
    rmSync(join(repo, 'gone.txt'))
    writeFiles(repo, { 'a.txt': 'b\n', 'new.txt': 'x', ignored: 'x' })
    const commit = await commitAll(repo, 'two', [command('r/p/s/1')])
    expect(commit).toBe(await headCommit(repo))
    expect(plainGit(repo, ['show', '--format=%B', '--name-status', 'HEAD'])).toBe(
      'two\n\nHarness-Command: r/p/s/1\n\n\nM\ta.txt\nD\tgone.txt\nA\tnew.txt\n',
    )
    expect(plainGit(repo, ['status', '--porcelain'])).toBe('')
  })

  it('makes no commit if nothing differs', async () => {
    const repo = testRepository()
    const before = await headCommit(repo)
    expect(await commitAll(repo, 'nothing')).toBeNull()
    expect(await headCommit(repo)).toBe(before)
  })

  it('keeps a message as it is, also lines that git would take for comments', async () => {
    const repo = testRepository()
    writeFiles(repo, { x: 'x' })
    await commitAll(repo, '# not a comment\n\n  indented\n#too')
    expect(plainGit(repo, ['show', '-s', '--format=%B', 'HEAD'])).toBe(
      '# not a comment\n\n  indented\n#too\n\n',
    )
  })

  it('leaves out what the user’s own ignore list names', async () => {
    const home = testFolder()
    vi.stubEnv('HOME', home)
    vi.stubEnv('XDG_CONFIG_HOME', undefined)
    vi.stubEnv('GIT_CONFIG_GLOBAL', undefined)
    try {
      const repo = testRepository()
      writeFiles(home, { '.config/git/ignore': '.DS_Store\n' })
      writeFiles(repo, { '.DS_Store': 'x' })
      expect(await commitAll(repo, 'nothing')).toBeNull()
      writeFiles(home, { '.gitconfig': '[core]\n\texcludesFile = ~/mine\n', mine: '*.swp\n' })
      rmSync(join(repo, '.DS_Store'))
      writeFiles(repo, { 'a.swp': 'x' })
      expect(await commitAll(repo, 'nothing')).toBeNull()
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('is an error that says what git said, where git cannot', async () => {
    const repo = testRepository()
    writeFiles(repo, { x: 'x', '.git/index.lock': '' })
    const error = await commitAll(repo, 'two').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(GitError)
    expect(error).toMatchObject({ exitCode: 128, args: expect.arrayContaining(['update-index']) })
    expect((error as Error).message).toContain('index.lock')
  })
})

describe('identity', () => {
  it('is the user’s own, from the repository before their home', async () => {
    const home = testFolder()
    vi.stubEnv('HOME', home)
    vi.stubEnv('XDG_CONFIG_HOME', undefined)
    vi.stubEnv('GIT_CONFIG_GLOBAL', undefined)
    try {
      const repo = testRepository()
      expect(await userIdentity(repo)).toEqual({ name: 'Harness', email: 'harness@localhost' })
      writeFiles(home, { '.gitconfig': '[user]\n\tname = Ada\n\temail = ada@home\n' })
      expect(await userIdentity(repo)).toEqual({ name: 'Ada', email: 'ada@home' })
      plainGit(repo, ['config', 'user.email', 'ada@work'])
      expect(await userIdentity(repo)).toEqual({ name: 'Ada', email: 'ada@work' })
      writeFiles(repo, { x: 'x' })
      await commitAll(repo, 'mine')
      expect(plainGit(repo, ['show', '-s', '--format=%an %ae %cn %ce', 'HEAD'])).toBe(
        'Ada ada@work Ada ada@work\n',
      )
      plainGit(repo, ['config', 'user.name', '<>'])
      expect(await userIdentity(repo)).toEqual({ name: 'Harness', email: 'ada@work' })
    } finally {
      vi.unstubAllEnvs()
    }
  })
})

describe('commitTree', () => {
  it('made again at the same moment is the same commit', async () => {
    const repo = testRepository()
    const [head, tree] = [await headCommit(repo), await treeOf(repo, 'HEAD')]
    const make = () =>
      commitTree(repo, {
        tree,
        parents: [head],
        message: 'm',
        trailers: [command('x')],
        at: 1_700_000_000_123,
      })
    expect(await make()).toBe(await make())
    expect(plainGit(repo, ['show', '-s', '--format=%ct %at %P', await make()])).toBe(
      `1700000000 1700000000 ${head}\n`,
    )
  })
})

describe('trailers', () => {
  it('are where git finds them, whatever the message', async () => {
    const repo = testRepository()
    const message = fc.string({ unit: fc.constantFrom('a', ' ', '\n', ':', 'Key: v\n', '\n\n', '#', '-') })
    await fc.assert(
      fc.asyncProperty(message, async (text) => {
        const full = withTrailers(`subject\n\n${text}`, [command('r/p/s/1')])
        const found = plainGit(repo, ['interpret-trailers', '--parse', '--no-divider'], full)
        expect(found.split('\n')).toContain('Harness-Command: r/p/s/1')
      }),
      { numRuns: runs(10) },
    )
  })

  it('join those that a message already has', () => {
    expect(withTrailers('s\n\nSigned-off-by: A <a@b>', [command('1')])).toBe(
      's\n\nSigned-off-by: A <a@b>\nHarness-Command: 1\n',
    )
    expect(withTrailers('fix: it', [command('1')])).toBe('fix: it\n\nHarness-Command: 1\n')
  })

  it('DL-31 find the commit that a command made, and no other', async () => {
    const repo = testRepository()
    const start = await headCommit(repo)
    const find = (value: string, range = 'HEAD') => findCommitByTrailer(repo, range, 'Harness-Command', value)
    expect(await find('r/p/s/1')).toBeNull()
    writeFiles(repo, { x: '1' })
    const made = await commitAll(repo, 'one', [command('r/p/s/1')])
    writeFiles(repo, { x: '2' })
    const later = await commitAll(repo, 'two', [command('r/p/s/11')])
    plainCommit(repo, 'quotes\n\nHarness-Command: r/p/s/2\n\nin its body, not as a trailer', {})
    expect(await find('r/p/s/1')).toBe(made)
    expect(await find('r/p/s/11')).toBe(later)
    expect(await find('r/p/s/2')).toBeNull()
    expect(await find('r/p/s/1', `${made}..HEAD`)).toBeNull()
    expect(await find('r/p/s/1', `${start}..HEAD`)).toBe(made)
  })
})
