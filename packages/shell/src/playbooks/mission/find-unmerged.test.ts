import { describe, expect, it } from 'vitest'
import { targetRepo } from '../../test-support/target-repo.ts'
import { findUnmerged } from './find-unmerged.ts'

function place() {
  const { root, git, commit } = targetRepo()
  const keeps = (feature: string): string => {
    git('checkout', '-q', '-b', `harness/${feature}`, 'main')
    commit({ [`${feature}.txt`]: 'done\n' })
    git('checkout', '-q', 'main')
    return feature
  }
  const find = (...features: readonly string[]) =>
    findUnmerged(features, 'main', { repoRoot: root, forge: null }, new AbortController().signal)
  return { git, keeps, find }
}

describe('MI-28 a branch that a person is to merge', () => {
  it('is not merged while the base does not contain it', async () => {
    const { git, keeps, find } = place()
    const kept = keeps('F-001')
    expect(await find(kept)).toEqual([{ feature: 'F-001', branch: 'harness/F-001', url: null }])
    git('merge', '-q', '--no-edit', 'harness/F-001')
    expect(await find(kept)).toEqual([])
  })
  it('asks for nothing once a person has deleted it', async () => {
    const { git, keeps, find } = place()
    const kept = keeps('F-002')
    git('branch', '-D', 'harness/F-002')
    expect(await find(kept)).toEqual([])
  })
})
