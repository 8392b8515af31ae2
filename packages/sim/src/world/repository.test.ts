import type { CommitHash } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import { type Files, openRepository } from './repository.ts'

function history() {
  const repository = openRepository()
  const commit = (files: Files, ...parents: readonly CommitHash[]): CommitHash =>
    repository.commit({ files, parents, message: '', author: 'person', commandId: null }).hash
  return { repository, commit }
}

describe('QA-02 the simulated repository', () => {
  it('gives the same content the same hash, in any order, and another content another', () => {
    const { repository, commit } = history()
    const treeOf = (files: Files) => repository.commitOf(commit(files)).tree
    expect(treeOf({ a: '1', b: '2' })).toBe(treeOf({ b: '2', a: '1' }))
    expect(treeOf({ a: '1', b: '2' })).not.toBe(treeOf({ a: '1', b: '3' }))
    expect(commit({ a: '1' })).not.toBe(commit({ a: '1' }, commit({})))
  })

  it('merges what both sides did to different files', () => {
    const { repository, commit } = history()
    const base = commit({ a: '1', b: '1', gone: '1' })
    const ours = commit({ a: '2', b: '1', gone: '1' }, base)
    const theirs = commit({ a: '1', b: '2', new: '2' }, base)
    expect(repository.merge(ours, theirs)).toEqual({ type: 'merged', files: { a: '2', b: '2', new: '2' } })
  })

  it('names what both sides changed differently', () => {
    const { repository, commit } = history()
    const base = commit({ a: '1' })
    const ours = commit({ a: '2', b: 'x' }, base)
    const theirs = commit({ a: '3', b: 'y' }, base)
    expect(repository.merge(ours, theirs)).toMatchObject({
      type: 'conflict',
      paths: ['a', 'b'],
      files: { a: expect.stringContaining('no conflict marks') },
    })
  })

  it('merges from the latest common commit, also after an earlier merge', () => {
    const { repository, commit } = history()
    const base = commit({ a: '1', b: '1' })
    const ours = commit({ a: '2', b: '1' }, base)
    const theirs = commit({ a: '1', b: '2' }, base)
    const merged = commit({ a: '2', b: '2' }, ours, theirs)
    const later = commit({ a: '1', b: '3' }, theirs)
    expect(repository.merge(merged, later)).toEqual({ type: 'merged', files: { a: '2', b: '3' } })
    expect(repository.isAncestor(theirs, merged)).toBe(true)
    expect(repository.isAncestor(later, merged)).toBe(false)
    expect(repository.mainlineOf(merged).map(({ hash }) => hash)).toEqual([merged, ours, base])
  })
})
