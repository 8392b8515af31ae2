import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UserError } from '@harness/core/kernel/user-error'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { freeze } from '../../effects/freeze/freeze.ts'
import { type TargetRepo, targetRepo, testNow } from '../../test-support/target-repo.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { guardNewRun, guardRepository } from './guards.ts'

const guarded = (repo: TargetRepo, baseBranch = 'main') => ({
  repoRoot: repo.root,
  stateDir: repo.stateDir,
  baseBranch,
  contextDir: 'docs/context',
  planDir: 'docs/plans',
})

async function refusal(work: Promise<void>): Promise<UserError> {
  return work.then(
    () => {
      throw new Error('not refused')
    },
    (error: UserError) => error,
  )
}

describe('DL-04 guards before a new run', () => {
  it('DL-20 let context drops lie uncommitted', async () => {
    const repo = targetRepo()
    repo.write('docs/context/inbox/2026-01-01-a.md', 'x')
    await guardNewRun(guarded(repo))
    repo.write('docs/contexts.md', 'x')
    expect((await refusal(guardNewRun(guarded(repo)))).code).toBe('dirty-tree')
  })

  it('HB-55 take no file of the harness for a person’s change', async () => {
    const repo = targetRepo()
    repo.write('.impeccable-state.json', '{}')
    repo.write('.harness/features.json', '[]')
    await guardNewRun(guarded(repo))
    repo.write('.harness/roles/reviewer.md', 'x')
    const { message } = await refusal(guardNewRun(guarded(repo)))
    expect(message).toContain('.harness/roles/reviewer.md.')
    expect(message).not.toContain('.impeccable')
  })

  it('take a file with a filter for unchanged where git’s own index does', async () => {
    const repo = targetRepo({ '.gitattributes': '*.up filter=shout\n', 'a.txt': 'a\n' })
    repo.git('config', 'filter.shout.clean', 'tr a-z A-Z')
    repo.git('config', 'filter.shout.smudge', 'tr A-Z a-z')
    repo.commit({ 'x.up': 'quiet\n' })
    expect(repo.git('show', 'HEAD:x.up')).toBe('QUIET')
    await guardNewRun(guarded(repo))
    // Only the filter could tell whether it has changed, and git itself asks it.
    utimesSync(join(repo.root, 'x.up'), 1, 1)
    expect(await refusal(guardNewRun(guarded(repo)))).toMatchObject({
      code: 'dirty-tree',
      message: expect.stringContaining('x.up'),
      next: expect.stringContaining('git status'),
    })
    repo.git('status')
    await guardNewRun(guarded(repo))
    repo.write('x.up', 'louder\n')
    repo.git('status')
    expect((await refusal(guardNewRun(guarded(repo)))).code).toBe('dirty-tree')
  })

  it.each(['merge', 'rebase', 'cherry-pick'])(
    'advise to end a %s that is under way, not to stash it',
    async (command) => {
      const repo = targetRepo({ 'a.txt': 'a\n' })
      repo.git('switch', '-qc', 'other')
      repo.write('a.txt', 'theirs\n')
      repo.git('commit', '-qam', 'theirs')
      repo.git('switch', '-q', 'main')
      repo.write('a.txt', 'ours\n')
      repo.git('commit', '-qam', 'ours')
      expect(() => repo.git(command, 'other')).toThrow()
      const { code, next } = await refusal(guardNewRun(guarded(repo)))
      expect(code).toBe('dirty-tree')
      expect(next).toContain(`git ${command} --continue; or give it up: git ${command} --abort`)
      expect(next).not.toContain('stash')
    },
  )

  it('let a clean repository pass, and make the state directory ignore itself first', async () => {
    const repo = targetRepo()
    rmSync(repo.stateDir, { recursive: true })
    await guardNewRun(guarded(repo))
    expect(readFileSync(join(repo.stateDir, '.gitignore'), 'utf8')).toBe('*\n')
    writeFileSync(join(repo.stateDir, 'anything'), 'x')
    await guardNewRun(guarded(repo))
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  it('restore the state directory’s .gitignore where somebody changed it', async () => {
    const repo = targetRepo()
    writeFileSync(join(repo.stateDir, '.gitignore'), 'logs/\n')
    await guardNewRun(guarded(repo))
    expect(readFileSync(join(repo.stateDir, '.gitignore'), 'utf8')).toBe('*\nlogs/\n')
  })

  it('refuse a state directory with committed files in it, and write nothing there', async () => {
    const repo = targetRepo({ 'lib/a.txt': 'a\n', 'lib/b.txt': 'b\n' })
    const error = await refusal(guardNewRun({ ...guarded(repo), stateDir: join(repo.root, 'lib') }))
    expect(error).toMatchObject({ code: 'state-dir-tracked', exitCode: 2 })
    expect(error.message).toContain('lib/a.txt and 1 more')
    expect(repo.git('status', '--porcelain', '--ignored')).not.toContain('lib')
  })

  it('let a state directory pass whose own .gitignore was committed', async () => {
    const repo = targetRepo()
    repo.git('add', '--force', '.harness/run/.gitignore')
    repo.git('commit', '--quiet', '-m', 'ignore')
    await guardNewRun(guarded(repo))
  })

  it('advise to commit, and not to stash, what init wrote', async () => {
    const repo = targetRepo()
    repo.write('harness.config.json', '{}')
    repo.write('docs/exec-plans/active/0001-a.md', 'a')
    repo.write('notes.txt', 'mine')
    const { code, next } = await refusal(guardNewRun(guarded(repo)))
    expect(code).toBe('dirty-tree')
    expect(next).toContain('git add :/docs/exec-plans/active/0001-a.md :/harness.config.json && git commit')
    expect(next).not.toMatch(/stash|notes/)
  })

  it.each([
    [
      'beside the config of another tool',
      { 'harness.config.json': '{"layers": []}' },
      '.harness/config.json',
    ],
    ['into a config that it adopted', { 'harness.config.json': '{}' }, 'harness.config.json'],
    ['with a docs builder', {}, 'harness.config.json'],
  ])('DL-47 never advise to stash what init wrote %s', async (_, before: Record<string, string>, config) => {
    const repo = targetRepo(before)
    const written = [
      config,
      'docs/plans/0001-rehearsal.md',
      'harness.script.yaml',
      '.harness/config.schema.json',
    ]
    for (const path of written) repo.write(path, 'written')
    const { next = '' } = await refusal(guardNewRun(guarded(repo)))
    expect(next).not.toContain('stash')
    execFileSync('sh', ['-c', /git add .*$/.exec(next)?.[0] ?? 'false'], { cwd: repo.root, stdio: 'ignore' })
    expect(repo.git('show', '--name-only', '--format=').split('\n')).toEqual([...written].sort())
    await guardNewRun(guarded(repo))
  })

  it('refuse a folder that is no repository', async () => {
    const dir = await temporaryDir()
    const error = await refusal(
      guardNewRun({
        repoRoot: dir,
        stateDir: join(dir, '.harness/run'),
        baseBranch: 'main',
        contextDir: 'docs/context',
        planDir: 'docs/plans',
      }),
    )
    expect(error).toMatchObject({ code: 'not-a-repository', exitCode: 2 })
    expect(error.next).toContain('git init')
  })

  it('refuse a repository without commits', async () => {
    const dir = await temporaryDir()
    execFileSync('git', ['init', '-q', dir])
    const error = await refusal(
      guardNewRun({
        repoRoot: dir,
        stateDir: join(dir, '.harness/run'),
        baseBranch: 'main',
        contextDir: 'docs/context',
        planDir: 'docs/plans',
      }),
    )
    expect(error).toMatchObject({ code: 'no-commits', exitCode: 2 })
    expect(error.next).toContain('keep packages and secrets such as .env out by .gitignore')
    expect(error.next).toContain('git commit')
  })

  it('refuse a checked-out branch that was deleted, and name the commit that it stood at', async () => {
    const repo = targetRepo()
    const tip = repo.commit({ 'b.txt': 'b\n' })
    repo.git('branch', 'other', 'HEAD~1')
    repo.git('update-ref', '-d', 'refs/heads/main')
    const { repoRoot, stateDir } = guarded(repo, 'main')
    const error = await refusal(guardRepository({ repoRoot, stateDir }))
    expect(error).toMatchObject({ code: 'head-branch-missing', exitCode: 2 })
    expect(error.next).toContain(`git branch main ${tip}`)
    repo.git('branch', 'main', tip)
    await guardRepository({ repoRoot, stateDir })
  })

  it('refuse a branch without a commit where others have some, and name those', async () => {
    const repo = targetRepo()
    repo.git('checkout', '-q', '--orphan', 'fresh')
    rmSync(join(repo.root, '.git/logs'), { recursive: true })
    const error = await refusal(guardRepository(guarded(repo, 'main')))
    expect(error).toMatchObject({ code: 'head-branch-missing' })
    expect(error.next).toContain('git switch main')
  })

  it('refuse a base branch that is not there, and name those that are, the nearest first', async () => {
    const repo = targetRepo()
    repo.git('branch', 'develop')
    const error = await refusal(guardNewRun(guarded(repo, 'devlop')))
    expect(error).toMatchObject({ code: 'base-branch-missing', exitCode: 2 })
    expect(error.message).toContain('develop, main')
    expect(error.next).toContain('to develop')
  })

  it.each([
    ['a changed file', (repo: TargetRepo) => repo.write('a.txt', 'x'), 'a.txt'],
    ['an untracked file', (repo: TargetRepo) => repo.write('docs/new.md', 'x'), 'docs/new.md'],
    [
      'a config that is not committed',
      (repo: TargetRepo) => repo.write('.harness/roles/x.md', 'x'),
      '.harness/roles/x.md',
    ],
    [
      'a staged file',
      (repo: TargetRepo) => {
        repo.write('s.txt', 'x')
        repo.git('add', 's.txt')
      },
      's.txt',
    ],
  ])('refuse %s, by name', async (_, change, named) => {
    const repo = targetRepo()
    change(repo)
    const error = await refusal(guardNewRun(guarded(repo)))
    expect(error).toMatchObject({ code: 'dirty-tree', exitCode: 2 })
    expect(error.message).toContain(named)
    expect(error.next).toContain('git stash')
  })

  it.each([
    ['a few files', (repo: TargetRepo) => repo.write("it's new.md", 'x')],
    ['a file with a pattern for its name', (repo: TargetRepo) => repo.write('[a]*.md', 'x')],
    ['a file that is taken out', (repo: TargetRepo) => void repo.git('rm', '-q', 'a.txt')],
    [
      'many files',
      (repo: TargetRepo) => {
        for (let nth = 0; nth < 9; nth++) repo.write(`n${nth}.txt`, 'x')
      },
    ],
  ])('MI-02 tell to put away %s, and never the documents of a mission', async (_, change) => {
    const repo = targetRepo({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
    repo.write('.harness/features.json', '{}')
    repo.write('b.txt', 'changed')
    change(repo)
    const here = { ...guarded(repo), documents: ['.harness'] }
    const { next } = await refusal(guardNewRun(here))
    const advice = /git stash .*$/.exec(next ?? '')?.[0] ?? 'false'
    // As an operator types it who stands anywhere in the repository.
    const folder = join(repo.root, '.harness')
    execFileSync('sh', ['-c', advice], { cwd: folder, stdio: 'ignore' })
    await guardNewRun(here)
    expect(readFileSync(join(repo.root, '.harness/features.json'), 'utf8')).toBe('{}')
  })

  it('DL-47 tell to commit a plan that was just written, and to put away only what else there is', async () => {
    const repo = targetRepo({ 'a.txt': 'a\n' })
    repo.write('docs/plans/0002-new plan.md', 'x')
    const alone = await refusal(guardNewRun(guarded(repo)))
    expect(alone.next).not.toContain('git stash')
    repo.write('a.txt', 'changed')
    const { next = '' } = await refusal(guardNewRun(guarded(repo)))
    for (const command of [/git add .*?(?=\. Commit or)/, /git stash .*$/])
      execFileSync('sh', ['-c', command.exec(next)?.[0] ?? 'false'], { cwd: repo.root, stdio: 'ignore' })
    await guardNewRun(guarded(repo))
    expect(repo.git('show', '--name-only', '--format=%s')).toBe('Write plans\n\ndocs/plans/0002-new plan.md')
  })

  it('name only the first of many files', async () => {
    const repo = targetRepo()
    for (let i = 0; i < 9; i++) repo.write(`n${i}.txt`, 'x')
    const error = await refusal(guardNewRun(guarded(repo)))
    expect(error.message).toContain('n0.txt, n1.txt, n2.txt, n3.txt, n4.txt and 4 more')
  })

  it('refuse a git that is too old', async () => {
    const repo = targetRepo()
    const bin = join(await temporaryDir(), 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'git'), '#!/bin/sh\necho git version 2.37.5\n')
    chmodSync(join(bin, 'git'), 0o755)
    vi.stubEnv('PATH', `${bin}:${process.env.PATH}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const error = await refusal(guardNewRun(guarded(repo)))
    expect(error).toMatchObject({ code: 'git-too-old', exitCode: 2 })
    expect(error.message).toContain('2.37.5')
  })
})

describe('a frozen repository', () => {
  it('DL-15 refuses new runs and resumed ones, with the reason', async () => {
    const repo = targetRepo()
    await freeze(repo.stateDir, 'the demo is on', testNow)
    for (const guard of [guardRepository, guardNewRun]) {
      const error = await refusal(guard(guarded(repo)))
      expect(error).toMatchObject({ code: 'frozen', exitCode: 9 })
      expect(error.message).toContain('the demo is on')
      expect(error.next).toContain('FROZEN')
    }
  })

  it('DL-04 a resumed run may find a dirty tree: its lane is its own', async () => {
    const repo = targetRepo()
    repo.write('a.txt', 'x')
    await guardRepository(guarded(repo))
  })
})
