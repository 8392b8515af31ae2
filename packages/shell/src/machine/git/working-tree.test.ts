import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { changedFiles, diffPatch } from './changes.ts'
import { commitAll } from './commit-all.ts'
import { headCommit, treeOf } from './commits.ts'
import { cleanHead } from './status.ts'
import { plainCommit, plainGit, testFolder, testRepository, writeFiles } from './test-support/repository.ts'
import { worktreeTree } from './test-support/worktree-tree.ts'

/** Every file below a folder with its content and times. */
function fingerprint(folder: string): readonly string[] {
  const lines: string[] = []
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const { mtimeMs, size, mode } = lstatSync(path)
    const content = entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
    // Git touches an object that it would have written, so that it is not collected soon.
    lines.push(`${path} ${path.includes('/.git/objects/') ? '' : mtimeMs} ${size} ${mode} ${content}`)
  }
  return lines.sort()
}

/** A moment long ago, in seconds, to which files can be set back. */
const aged = 1_000_000

function writeAged(repo: string, text: string): void {
  writeFiles(repo, { 'aged.txt': text })
  utimesSync(join(repo, 'aged.txt'), aged, aged)
}

function commitAged(repo: string, text: string): void {
  writeAged(repo, text)
  plainCommit(repo, 'aged', {})
}

describe('worktreeTree', () => {
  it('AG-03 is the tree that a commit of everything would have, and changes no byte of the repository', async () => {
    const repo = testRepository({
      '.gitignore': 'ignored\n',
      'a.txt': 'a\n',
      'gone.txt': 'x\n',
      'mode.sh': 'x\n',
    })
    expect(await worktreeTree(repo)).toBe(await treeOf(repo, 'HEAD'))
    writeFiles(repo, { 'a.txt': 'b\n', 'deep/new.txt': 'new\n', ignored: 'x' })
    rmSync(join(repo, 'gone.txt'))
    chmodSync(join(repo, 'mode.sh'), 0o755)
    symlinkSync('/etc/passwd', join(repo, 'link'))
    plainGit(repo, ['add', 'a.txt'])
    const before = fingerprint(repo)

    const tree = await worktreeTree(repo)

    expect(fingerprint(repo)).toEqual(before)
    plainGit(repo, ['add', '-A'])
    expect(tree).toBe(plainGit(repo, ['write-tree']).trim())
  })

  it('leaves no temporary files behind, also if it fails', async () => {
    const repo = testRepository()
    const leftovers = (): readonly string[] =>
      readdirSync(tmpdir()).filter((name) => name.startsWith(`harness-index-${process.pid}-`))
    await worktreeTree(repo)
    writeFileSync(join(repo, '.git/index'), 'damaged')
    await expect(worktreeTree(repo)).rejects.toThrow(/index/)
    expect(leftovers()).toEqual([])
  })

  it('AG-03 sees a change of the same size in the same second as the index was written', async () => {
    const repo = testRepository({})
    commitAged(repo, 'one\n')
    utimesSync(join(repo, '.git/index'), aged + 0.5, aged + 0.5)
    const before = await worktreeTree(repo)
    writeAged(repo, 'two\n')
    expect(await worktreeTree(repo)).not.toBe(before)
  })

  it('AG-03 sees a change that kept size and times, also if the config says not to look closely', async () => {
    const repo = testRepository({})
    commitAged(repo, 'one\n')
    plainGit(repo, ['config', 'core.trustctime', 'false'])
    plainGit(repo, ['config', 'core.checkStat', 'minimal'])
    // The time of the last change of any kind is all that is left to go by, and git looks at whole seconds.
    // The clock of the disk lags behind that of the process, so the file itself tells the second.
    const second = (): number => Math.floor(lstatSync(join(repo, 'aged.txt')).ctimeMs / 1_000)
    const before = second()
    const inLaterSecond = (): boolean => {
      writeAged(repo, 'two\n')
      return second() > before
    }
    await vi.waitUntil(inLaterSecond, { timeout: 60_000 })
    expect(plainGit(repo, ['status', '--porcelain'])).toBe('')
    expect(await worktreeTree(repo)).not.toBe(await treeOf(repo, 'HEAD'))
    expect(await cleanHead(repo)).toBe(null)
  })

  it('works if nothing was ever staged', async () => {
    const repo = join(testFolder(), 'repo')
    plainGit(tmpdir(), ['init', '-q', '-b', 'main', repo])
    expect(await worktreeTree(repo)).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904')
    writeFiles(repo, { x: 'x' })
    expect(await worktreeTree(repo)).toMatch(/^[0-9a-f]{40}$/)
  })

  it('takes the files of a repository that a generator left inside, not a pointer to it', async () => {
    const repo = testRepository()
    const nested = join(repo, 'app')
    plainGit(repo, ['init', '-q', '-b', 'main', nested])
    plainCommit(nested, 'generated', { 'index.js': 'x\n', '.gitignore': 'dist\n' })
    writeFiles(nested, { 'added.js': 'y\n', 'dist/out.js': 'z\n' })
    plainGit(repo, ['init', '-q', '-b', 'main', join(nested, 'deeper')])
    writeFiles(nested, { 'deeper/file.js': 'z\n' })
    await commitAll(repo, 'app')
    expect(await changedFiles(repo, 'HEAD~1', 'HEAD')).toEqual([
      'app/.gitignore',
      'app/added.js',
      'app/deeper/file.js',
      'app/index.js',
    ])
    writeFiles(nested, { 'index.js': 'changed\n', 'later.js': 'x' })
    await commitAll(repo, 'app again')
    expect(await changedFiles(repo, 'HEAD~1', 'HEAD')).toEqual(['app/index.js', 'app/later.js'])
  })

  it('follows a file that became a folder and a folder that became a file', async () => {
    const repo = testRepository({ thing: 'file\n', 'other/inner': 'x\n' })
    rmSync(join(repo, 'thing'))
    rmSync(join(repo, 'other'), { recursive: true })
    writeFiles(repo, { 'thing/inner': 'x\n', other: 'file\n' })
    await commitAll(repo, 'swapped')
    expect(plainGit(repo, ['ls-tree', '-r', '--name-only', 'HEAD'])).toBe('other\nthing/inner\n')
    expect(plainGit(repo, ['status', '--porcelain'])).toBe('')
  })
})

describe('diffPatch', () => {
  it('carries any bytes from one tree to another', async () => {
    const file = fc.constantFrom('a.txt', 'b/c.bin', 'd ä "q".txt')
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.string({ maxLength: 60 }).map((text) => Buffer.from(text)),
    )
    const state = fc.dictionary(file, content)
    const repo = testRepository()
    const lay = (files: Record<string, Uint8Array>): void => {
      for (const name of ['a.txt', 'b', 'd ä "q".txt'])
        rmSync(join(repo, name), { recursive: true, force: true })
      writeFiles(repo, files)
    }
    await fc.assert(
      fc.asyncProperty(state, state, async (from, to) => {
        lay(from)
        const start = (await commitAll(repo, 'from')) ?? (await headCommit(repo))
        lay(to)
        const wanted = await worktreeTree(repo)
        const patch = await diffPatch(repo, start)
        expect(
          (
            await diffPatch(
              repo,
              start,
              wanted === (await treeOf(repo, start)) ? start : await commitTo(repo),
            )
          ).equals(patch),
        ).toBe(true)
        execFileSync('git', ['reset', '-q', '--hard', start], { cwd: repo })
        if (patch.length > 0)
          execFileSync('git', ['apply', '--index', '--binary', '-'], { cwd: repo, input: patch })
        expect(await worktreeTree(repo)).toBe(wanted)
        execFileSync('git', ['reset', '-q', '--hard', start], { cwd: repo })
      }),
      { numRuns: 5 },
    )
  })

  const commitTo = async (repo: string): Promise<string> => (await commitAll(repo, 'to')) ?? 'HEAD'
})
