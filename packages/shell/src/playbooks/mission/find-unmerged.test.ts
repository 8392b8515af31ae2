import { asCommitHash } from '@harness/core/kernel/ids'
import type { UnmergedFeature } from '@harness/core/playbooks/mission/state/mission-document'
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
  const find = (feature: string, known: readonly UnmergedFeature[] = []) =>
    findUnmerged([feature], 'main', { repoRoot: root, forge: null }, new AbortController().signal, known)
  return { git, keeps, find }
}

describe('MI-28 a branch that a person is to merge', () => {
  it('is not merged while the base does not contain it', async () => {
    const { git, keeps, find } = place()
    const kept = keeps('F-001')
    expect(await find(kept)).toMatchObject([{ feature: 'F-001', branch: 'harness/F-001', url: null }])
    git('merge', '-q', '--no-edit', 'harness/F-001')
    expect(await find(kept)).toEqual([])
  })
  it('is not merged by being deleted, as far as it is known that it was not merged before', async () => {
    const { git, keeps, find } = place()
    const kept = keeps('F-002')
    const known = await find(kept)
    git('branch', '-D', 'harness/F-002')
    expect(await find(kept, known)).toEqual([{ ...known[0], isGone: true }])
    expect(await find(kept)).toEqual([])
    git('branch', 'harness/F-002', known[0]?.tip ?? '')
    expect(await find(kept, known)).toEqual(known)
  })
  it('is merged if the base has its last commit, also after it was deleted', async () => {
    const { git, keeps, find } = place()
    const kept = keeps('F-003')
    const known = await find(kept)
    git('merge', '-q', '--no-edit', 'harness/F-003')
    git('branch', '-d', 'harness/F-003')
    expect(await find(kept, known)).toEqual([])
  })
  it('is not merged if git has forgotten its commits', async () => {
    const { git, keeps, find } = place()
    const kept = keeps('F-004')
    const [one] = await find(kept)
    git('branch', '-D', 'harness/F-004')
    const forgotten = { feature: kept, branch: 'harness/F-004', url: null, tip: asCommitHash('f'.repeat(40)) }
    expect(one?.feature).toBe(kept)
    expect(await find(kept, [forgotten])).toEqual([{ ...forgotten, isGone: true }])
  })
})
