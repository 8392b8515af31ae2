import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { asCommitHash } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import { laneHead } from '../../effects/lanes/lane-head.ts'
import { commitInFiles, isAncestorInFiles, knownTree } from './commit-object.ts'
import { headCommit, isAncestor, newestDate, resolveCommit, treeOf } from './commits.ts'
import { gitDirsAt } from './git-dirs.ts'
import { headInFiles, refInFiles, refsInFiles } from './ref-files.ts'
import { currentBranch, readRef } from './refs.ts'
import { plainCommit, plainGit, testFolder, testRepository, writeFiles } from './test-support/repository.ts'

const everywhere = ['refs/heads/', 'refs/tags/', 'refs/remotes/', 'refs/harness/']

/** As git itself lists them. */
const listed = (repo: string): ReadonlyMap<string, string> =>
  new Map(
    plainGit(repo, ['for-each-ref', '--format=%(refname) %(objectname)', ...everywhere])
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  )

function agrees(repo: string): void {
  const [dirs, known] = [gitDirsAt(repo), listed(repo)]
  expect([...(refsInFiles(dirs, everywhere) ?? [])]).toEqual([...known])
  for (const [ref, hash] of known)
    if (!ref.endsWith('/HEAD')) expect([ref, refInFiles(dirs, ref)]).toEqual([ref, hash])
}

describe('refs from their files', () => {
  it('are those that git lists: loose, packed, both, symbolic, deleted, and seen from every worktree', async () => {
    const repo = testRepository()
    const lane = join(testFolder(), 'lane')
    plainGit(repo, ['branch', 'a/b'])
    plainGit(repo, ['tag', '-a', '-m', 't', 'v1'])
    plainGit(repo, ['update-ref', 'refs/remotes/origin/main', 'HEAD'])
    plainGit(repo, ['symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main'])
    agrees(repo)
    plainGit(repo, ['pack-refs', '--all'])
    agrees(repo)
    plainCommit(repo, 'two', { b: 'b\n' })
    plainGit(repo, ['update-ref', 'refs/harness/backup/x', 'HEAD~1'])
    writeFiles(repo, { '.git/refs/heads/a/c.lock': 'half' })
    agrees(repo)
    rmSync(join(repo, '.git/refs/heads/a/c.lock'))
    plainGit(repo, ['branch', '-D', '-q', 'a/b'])
    plainGit(repo, ['worktree', 'add', '-q', '-b', 'lane', lane])
    agrees(repo)
    agrees(lane)
    expect(refInFiles(gitDirsAt(repo), 'refs/heads/a/b')).toBeNull()
    expect(await laneHead(lane)).toEqual({ branch: 'lane', commit: await headCommit(repo) })
    plainGit(lane, ['checkout', '-q', '--detach', 'HEAD~1'])
    expect(await laneHead(lane)).toEqual({ branch: null, commit: await resolveCommit(repo, 'main~1') })
  })

  it('are left to git where a file is none of the plain ones', async () => {
    const repo = testRepository()
    const [dirs, head] = [gitDirsAt(repo), await headCommit(repo)]
    const heads = join(repo, '.git/refs/heads')
    writeFileSync(join(heads, 'broken'), 'no hash\n')
    writeFileSync(join(heads, 'empty'), '')
    writeFileSync(join(heads, 'null'), `${'0'.repeat(40)}\n`)
    writeFileSync(join(heads, 'symbolic'), 'ref: refs/heads/main\n')
    mkdirSync(join(heads, 'folder'))
    symlinkSync('main', join(heads, 'linked'))
    for (const name of ['broken', 'empty', 'null', 'symbolic', 'folder', 'linked', 'main/below'])
      expect([name, refInFiles(dirs, `refs/heads/${name}`)]).toEqual([name, undefined])
    for (const name of ['HEAD', 'config', 'refs/../HEAD', 'refs/bisect/x', 'refs/worktree/x'])
      expect([name, refInFiles(dirs, name)]).toEqual([name, undefined])
    expect(refsInFiles(dirs, ['refs/heads/'])).toBeUndefined()
    expect(await readRef(repo, 'refs/heads/symbolic')).toBe(head)
    expect(await readRef(repo, 'refs/heads/linked')).toBe(head)
  })

  it('are left to git where a name is no text', async () => {
    const repo = testRepository()
    const latin = Buffer.concat([Buffer.from(join(repo, '.git/refs/heads/caf')), Buffer.from([0xe9])])
    writeFileSync(latin, `${await headCommit(repo)}\n`)
    expect(refsInFiles(gitDirsAt(repo), ['refs/heads/'])).toBeUndefined()
  })

  it('are left to git where it keeps them in another way', () => {
    const repo = testRepository()
    mkdirSync(join(repo, '.git/reftable'))
    writeFileSync(join(repo, '.git/HEAD'), 'ref: refs/heads/.invalid\n')
    const dirs = gitDirsAt(repo)
    expect(headInFiles(dirs)).toBeUndefined()
    expect(refInFiles(dirs, 'refs/harness/x')).toBeUndefined()
    expect(refsInFiles(dirs, ['refs/heads/'])).toBeUndefined()
  })

  it('leave HEAD to git where it is a link, and say of a branch without a commit that it has none', async () => {
    const repo = testRepository()
    const head = join(repo, '.git/HEAD')
    writeFileSync(head, 'ref: refs/heads/unborn\n')
    expect(headInFiles(gitDirsAt(repo))).toEqual({ ref: 'refs/heads/unborn', commit: null })
    expect(await currentBranch(repo)).toBe('unborn')
    expect(await laneHead(repo)).toEqual({ branch: 'unborn', commit: null })
    expect(await resolveCommit(repo, 'HEAD')).toBeNull()
    rmSync(head)
    symlinkSync('refs/heads/main', head)
    expect(headInFiles(gitDirsAt(repo))).toBeUndefined()
    expect(await currentBranch(repo)).toBe('main')
  })
})

describe('the tree of a commit from its file', () => {
  const objectAt = (repo: string, hash: string): string =>
    join(repo, '.git/objects', hash.slice(0, 2), hash.slice(2))

  it('is what git says, packed or not', async () => {
    const repo = testRepository()
    const head = await headCommit(repo)
    const tree = plainGit(repo, ['rev-parse', 'HEAD^{tree}']).trim()
    expect([commitInFiles(gitDirsAt(repo), head)?.tree, await treeOf(repo, head)]).toEqual([tree, tree])
    const packed = plainCommit(repo, 'two', { b: 'b\n' })
    plainGit(repo, ['repack', '-adq'])
    expect(knownTree(gitDirsAt(repo), packed)).toBeUndefined()
    expect(await treeOf(repo, packed)).toBe(plainGit(repo, ['rev-parse', 'HEAD^{tree}']).trim())
    expect(knownTree(gitDirsAt(repo), packed)).toBe(await treeOf(repo, packed))
  })

  it('is there only as long as the commit is', async () => {
    const repo = testRepository()
    const gone = plainCommit(repo, 'two', { b: 'b\n' })
    expect([await resolveCommit(repo, gone), await laneHead(repo)]).toMatchObject([gone, { commit: gone }])
    rmSync(objectAt(repo, gone))
    expect([await resolveCommit(repo, gone), await laneHead(repo)]).toMatchObject([null, { commit: null }])
  })

  it('QA-04 is never that of another object in its place', async () => {
    const repo = testRepository()
    const first = plainGit(repo, ['rev-parse', 'HEAD']).trim()
    const second = plainCommit(repo, 'two', { b: 'b\n' })
    rmSync(objectAt(repo, second))
    expect(commitInFiles(gitDirsAt(repo), second)).toBeUndefined()
    expect(await laneHead(repo)).toEqual({ branch: 'main', commit: null })
    expect(await resolveCommit(repo, 'refs/heads/main')).toBeNull()
    writeFileSync(objectAt(repo, second), readFileSync(objectAt(repo, first)))
    expect(commitInFiles(gitDirsAt(repo), second)).toBeUndefined()
    writeFileSync(objectAt(repo, second), deflateSync(Buffer.alloc(8 * 1024 * 1024)))
    expect(commitInFiles(gitDirsAt(repo), second)).toBeUndefined()
    const blob = plainGit(repo, ['rev-parse', `${first}:a.txt`]).trim()
    expect(commitInFiles(gitDirsAt(repo), blob)).toBeUndefined()
  })
})

describe('history from its files', () => {
  it('says what lies behind what and when it was made, and leaves to git what it cannot show', async () => {
    const repo = testRepository()
    const first = plainGit(repo, ['rev-parse', 'HEAD']).trim()
    const side = plainCommit(repo, 'side', { b: 'b\n' })
    plainGit(repo, ['checkout', '-q', '-b', 'other', first])
    const other = plainCommit(repo, 'other', { c: 'c\n' })
    plainGit(repo, ['-c', 'maintenance.auto=false', 'merge', '-q', '-m', 'both', side])
    const [dirs, merged] = [gitDirsAt(repo), await headCommit(repo)]
    for (const ancestor of [first, side, other]) expect(isAncestorInFiles(dirs, ancestor, merged)).toBe(true)
    expect(isAncestorInFiles(dirs, merged, first)).toBeUndefined()
    expect([await isAncestor(repo, side, other), await isAncestor(repo, merged, side)]).toEqual([
      false,
      false,
    ])
    const at = (commit: string) => 1_000 * Number(plainGit(repo, ['log', '-1', '--format=%ct', commit]))
    expect(await newestDate(repo, [merged])).toBe(at(merged))
    expect(await newestDate(repo, [asCommitHash(side), merged])).toBe(Math.max(at(side), at(merged)))
    writeFiles(repo, { '.git/shallow': `${other}\n${side}\n` })
    expect(isAncestorInFiles(dirs, first, merged)).toBeUndefined()
    expect(await isAncestor(repo, first, merged)).toBe(false)
  })
})
