import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { contentInFiles, withBlobs } from './blobs.ts'
import { committedText, isCommitted, textOn } from './committed-file.ts'
import { gitDirsAt } from './git-dirs.ts'
import { mergeTreeWrite } from './merge-tree.ts'
import { pathBytes } from './path-text.ts'
import { plainCommit, plainGit, testRepository, writeFiles } from './test-support/repository.ts'
import { entriesAt, entryIn, treeChanges, treeFiles } from './tree-files.ts'

const odd = pathBytes('odd-\udcff/\udcfe.txt')

/** Names that sort in another order as folders, links, programs, a submodule, and bytes that are no text. */
function repositoryOfAll(): string {
  const repo = testRepository({
    'a.b': '1\n',
    'a/b/c.txt': '2\n',
    a0: '3\n',
    'ä "x".txt': '4\n',
    '\u{1f600}': '5\n',
  })
  symlinkSync('a0', join(repo, 'link'))
  mkdirSync(Buffer.concat([Buffer.from(`${repo}/`), odd.subarray(0, odd.indexOf('/'))]))
  writeFileSync(Buffer.concat([Buffer.from(`${repo}/`), odd]), '6\n')
  plainGit(repo, ['add', '--all'])
  plainGit(repo, ['update-index', '--chmod=+x', 'a0'])
  const head = plainGit(repo, ['rev-parse', 'HEAD']).trim()
  plainGit(repo, ['update-index', '--add', '--cacheinfo', `160000,${head},module`])
  plainGit(repo, ['commit', '-qm', 'two'])
  return repo
}

const hashOf = (repo: string, name: string): string => plainGit(repo, ['rev-parse', name]).trim()

const packed = (repo: string): void => {
  plainGit(repo, ['repack', '-adq'])
  expect(entryIn(gitDirsAt(repo), hashOf(repo, 'HEAD'), 'a.b')).toBeUndefined()
}

describe('QA-04 what a tree holds, from its file', () => {
  it('is what git says of it when it is packed: files, places and differences, in its order', async () => {
    const repo = repositoryOfAll()
    const two = hashOf(repo, 'HEAD')
    plainGit(repo, ['rm', '-q', 'a/b/c.txt', 'a.b'])
    rmSync(join(repo, 'link'))
    writeFiles(repo, { 'a.b/now-a-folder': '7\n', a: '8\n', link: 'a0' })
    plainGit(repo, ['add', 'a.b', 'a', 'link'])
    plainGit(repo, ['commit', '-qm', 'three'])
    const three = hashOf(repo, 'HEAD')
    const paths = ['a.b', 'a/b', 'a/b/c.txt', 'a0', 'a0/x', 'link', 'module', 'none', 'a/none/x']
    const asked = async () => ({
      files: await treeFiles(repo, two),
      ofTree: await treeFiles(repo, hashOf(repo, `${two}^{tree}`)),
      changes: [await treeChanges(repo, two, three), await treeChanges(repo, three, two)],
      same: await treeChanges(repo, two, two),
      entries: [...(await entriesAt(repo, two, paths))].sort(),
      texts: await Promise.all(paths.map((path) => textOn(repo, two, path))),
      atHead: [
        await committedText(repo, 'a'),
        await isCommitted(repo, 'a.b'),
        await isCommitted(repo, 'a/b'),
      ],
      blobs: await withBlobs(
        repo,
        [...paths.map((path) => `${two}:${path}`), hashOf(repo, `${two}:a.b`), two],
        (blobs) =>
          Promise.all(
            [...blobs].map(async ([name, blob]) => [name, blob.size, String(await blob.bytes(0, 1))]),
          ),
      ),
    })
    const loose = await asked()
    expect(loose.files.map(({ path }) => path)).toEqual([
      ...['a.b', 'a/b/c.txt', 'a0', 'link', 'module', 'odd-\udcff/\udcfe.txt', 'ä "x".txt', '\u{1f600}'],
    ])
    packed(repo)
    expect(await asked()).toEqual(loose)
  })

  it('is left to git if a file of it holds something else, or is gone', async () => {
    const repo = testRepository({ 'a/b.txt': '1\n' })
    const head = hashOf(repo, 'HEAD')
    const other = plainCommit(repo, 'two', { 'a/b.txt': '2\n' })
    const fileOf = (name: string): string => {
      const hash = hashOf(repo, name)
      return join(repo, '.git/objects', hash.slice(0, 2), hash.slice(2))
    }
    const folder = fileOf(`${head}:a`)
    const whole = readFileSync(folder)
    expect(entryIn(gitDirsAt(repo), head, 'a/b.txt')).toEqual({
      mode: '100644',
      object: hashOf(repo, `${head}:a/b.txt`),
    })
    const forged = fileOf(`${other}:a`)
    rmSync(folder)
    expect(entryIn(gitDirsAt(repo), head, 'a/b.txt')).toBeUndefined()
    writeFileSync(folder, whole)
    rmSync(forged)
    writeFileSync(forged, whole)
    expect(entryIn(gitDirsAt(repo), other, 'a/b.txt')).toBeUndefined()
    const blob = fileOf(`${head}:a/b.txt`)
    rmSync(blob)
    writeFileSync(blob, deflateSync(Buffer.from('blob 2\x009\n')))
    expect(contentInFiles(gitDirsAt(repo), `${head}:a/b.txt`)).toBeUndefined()
  })
})

it('QA-04 two commits of which one leads to the other merge to the tree of the newer one', async () => {
  const repo = testRepository()
  const first = hashOf(repo, 'HEAD')
  const side = plainCommit(repo, 'side', { b: 'b\n' })
  plainGit(repo, ['checkout', '-q', '-b', 'other', first])
  const other = plainCommit(repo, 'other', { c: 'c\n' })
  const both = hashOf(repo, plainGit(repo, ['merge-tree', '--write-tree', side, other]).trim())
  const merged = async () => [
    await mergeTreeWrite(repo, first, side),
    await mergeTreeWrite(repo, side, first),
    await mergeTreeWrite(repo, side, other),
  ]
  const tree = hashOf(repo, `${side}^{tree}`)
  const loose = await merged()
  expect(loose).toEqual([
    { clean: true, tree },
    { clean: true, tree },
    { clean: true, tree: both },
  ])
  packed(repo)
  expect(await merged()).toEqual(loose)
})
