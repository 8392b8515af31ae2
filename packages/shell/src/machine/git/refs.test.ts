import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asCommitHash } from '@harness/core/kernel/ids'
import { runs } from '@harness/formats/test-support/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedFiles, diffPatch } from './changes.ts'
import { findCommitByTrailer, headCommit, isAncestor, mergeBase, resolveCommit, treeOf } from './commits.ts'
import { GitError } from './git.ts'
import { mergeTreeWrite } from './merge-tree.ts'
import { validRefName } from './ref-name.ts'
import { currentBranch, deleteRef, readRef, updateRef } from './refs.ts'
import { plainCommit, plainGit, testRepository, writeFiles } from './test-support/repository.ts'

describe('names', () => {
  const piece = fc.constantFrom(
    'a',
    'B',
    '/',
    '.',
    '..',
    '-',
    '--',
    '@',
    '{',
    '@{',
    '~',
    '^',
    ':',
    ' ',
    '\t',
    '\x7f',
    '\\',
    '*',
    '[',
    '?',
    '.lock',
    'HEAD',
    'refs',
    'ä',
    '\u200b',
  )
  const name = fc.oneof(
    fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
    fc.string({ maxLength: 12 }),
  )

  it('are valid exactly where git says so, and never an option', () => {
    fc.assert(
      fc.property(
        name.filter((text) => !text.includes('\0')),
        (text) => {
          const ours = validRefName(text)
          const theirs =
            gitAccepts(`refs/heads/${text}`) && !text.startsWith('-') && !['HEAD', '@', ''].includes(text)
          expect(ours, JSON.stringify(text)).toBe(theirs)
        },
      ),
      { numRuns: runs(40) },
    )
    expect(validRefName('a\0b')).toBe(false)
  })

  const gitAccepts = (ref: string): boolean => {
    try {
      execFileSync('git', ['check-ref-format', ref], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }

  it('QA-04 that look like options never act as such', async () => {
    const repo = testRepository()
    const marker = join(repo, 'pwned')
    const options = [
      '--output=pwned',
      '-opwned',
      `--upload-pack=touch ${marker}`,
      '--help',
      '-h',
      '--all',
      '--git-dir=.',
      '--exec=x',
      '-',
    ]
    const calls: readonly ((text: string) => Promise<unknown>)[] = [
      (text) => resolveCommit(repo, text),
      (text) => treeOf(repo, text),
      (text) => isAncestor(repo, text, 'HEAD'),
      (text) => isAncestor(repo, 'HEAD', text),
      (text) => mergeBase(repo, 'HEAD', text),
      (text) => changedFiles(repo, text, 'HEAD'),
      (text) => changedFiles(repo, 'HEAD', text),
      (text) => diffPatch(repo, text),
      (text) => diffPatch(repo, 'HEAD', text),
      (text) => mergeTreeWrite(repo, text, 'HEAD'),
      (text) => mergeTreeWrite(repo, 'HEAD', text),
      (text) => findCommitByTrailer(repo, text, 'Key', 'value'),
      (text) => updateRef(repo, text, asCommitHash('0'.repeat(40)), null),
      (text) => updateRef(repo, 'refs/heads/x', asCommitHash(text), null),
      (text) => readRef(repo, text),
    ]
    for (const call of calls) {
      for (const option of options)
        await expect(call(option), option).rejects.toMatchObject({ name: 'UserError' })
    }
    expect(existsSync(marker)).toBe(false)
  })
})

describe('resolving', () => {
  it('finds commits by branch, tag and hash, and says null for what is none', async () => {
    const repo = testRepository()
    const head = await headCommit(repo)
    plainGit(repo, ['tag', '-a', '-m', 't', 'v1'])
    for (const name of ['main', 'v1', 'HEAD', head, head.slice(0, 10)])
      expect(await resolveCommit(repo, name)).toBe(head)
    for (const name of ['nope', 'HEAD~9', 'HEAD:a.txt', '0'.repeat(40), 'a..b'])
      expect(await resolveCommit(repo, name)).toBeNull()
    expect(await currentBranch(repo)).toBe('main')
    plainGit(repo, ['checkout', '-q', '--detach'])
    expect(await currentBranch(repo)).toBeNull()
  })

  it('knows what is contained in what', async () => {
    const repo = testRepository()
    const [first, second] = [await headCommit(repo), plainCommit(repo, 'two', { b: 'b' })]
    expect(await isAncestor(repo, first, second)).toBe(true)
    expect(await isAncestor(repo, second, first)).toBe(false)
    expect(await mergeBase(repo, first, second)).toBe(first)
    await expect(isAncestor(repo, 'nope', first)).rejects.toThrow(GitError)
    plainGit(repo, ['checkout', '-q', '--orphan', 'other'])
    expect(await mergeBase(repo, plainCommit(repo, 'three', {}), first)).toBeNull()
  })
})

describe('updateRef', () => {
  it('QA-05 moves a ref only from where it was known to be', async () => {
    const repo = testRepository()
    const [first, second] = [await headCommit(repo), asCommitHash(plainCommit(repo, 'two', { b: 'b' }))]
    const ref = 'refs/heads/lane/x'
    expect(await updateRef(repo, ref, first, second)).toEqual({ updated: false, actual: null })
    expect(await updateRef(repo, ref, first, null)).toEqual({ updated: true })
    expect(await updateRef(repo, ref, second, null)).toEqual({ updated: false, actual: first })
    expect(await updateRef(repo, ref, second, second)).toEqual({ updated: false, actual: first })
    expect(await updateRef(repo, ref, second, first)).toEqual({ updated: true })
    expect(await readRef(repo, ref)).toBe(second)
    expect(await readRef(repo, 'refs/heads/lane')).toBeNull()
    expect(await deleteRef(repo, ref, first)).toEqual({ updated: false, actual: second })
    expect(await deleteRef(repo, ref, second)).toEqual({ updated: true })
    expect(await readRef(repo, ref)).toBeNull()
  })

  it('is an error where another git holds the lock, since the ref is where it was', async () => {
    const repo = testRepository()
    const head = await headCommit(repo)
    await updateRef(repo, 'refs/heads/x', head, null)
    writeFileSync(join(repo, '.git/refs/heads/x.lock'), '')
    await expect(updateRef(repo, 'refs/heads/x', head, head)).rejects.toThrow(/lock/)
  })
})

describe('mergeTreeWrite', () => {
  it('gives the merged tree, or the files in conflict, and touches no file', async () => {
    const repo = testRepository({ 'a.txt': 'a\n', 'b c.txt': 'b\n' })
    plainGit(repo, ['checkout', '-q', '-b', 'side'])
    plainCommit(repo, 'side', { 'a.txt': 'side\n', 'new.txt': 'x\n' })
    plainGit(repo, ['checkout', '-q', 'main'])
    plainCommit(repo, 'main', { 'b c.txt': 'main\n' })
    const merged = await mergeTreeWrite(repo, 'main', 'side')
    expect(plainGit(repo, ['ls-tree', '-r', '--name-only', merged.clean ? merged.tree : ''])).toBe(
      'a.txt\nb c.txt\nnew.txt\n',
    )
    plainCommit(repo, 'both', { 'a.txt': 'main\n', 'new.txt': 'y\n' })
    const conflicting = await mergeTreeWrite(repo, 'main', 'side')
    expect(conflicting).toEqual({
      clean: false,
      tree: expect.stringMatching(/^[0-9a-f]{40}$/),
      conflicts: ['a.txt', 'new.txt'],
    })
    expect(plainGit(repo, ['show', `${conflicting.tree}:a.txt`])).toContain('<<<<<<<')
    expect(plainGit(repo, ['status', '--porcelain'])).toBe('')
    await expect(mergeTreeWrite(repo, 'main', 'nope')).rejects.toThrow(GitError)
  })
})

describe('changedFiles', () => {
  it('names both ends of a renamed file, and names that need quoting as they are', async () => {
    const repo = testRepository({ 'old.txt': 'some longer content\n' })
    plainGit(repo, ['mv', 'old.txt', 'new "ä".txt'])
    writeFiles(repo, { 'line\nbreak': 'x' })
    plainCommit(repo, 'two', {})
    expect(await changedFiles(repo, 'HEAD~1', 'HEAD')).toEqual(['line\nbreak', 'new "ä".txt', 'old.txt'])
  })
})
