import { asCommitHash } from '@harness/core/kernel/ids'
import type { KeptWork } from '@harness/core/playbooks/mission/look-at-base'
import { describe, expect, it } from 'vitest'
import { targetRepo } from '../../test-support/target-repo.ts'
import { findUnmerged } from './find-unmerged.ts'

function place() {
  const { root, git, commit } = targetRepo()
  const keeps = (feature: string): KeptWork => {
    git('checkout', '-q', '-b', `harness/${feature}`, 'main')
    const at = asCommitHash(commit({ [`${feature}.txt`]: 'done\n' }))
    git('checkout', '-q', 'main')
    return { feature, commit: at }
  }
  const find = (...kept: readonly KeptWork[]) =>
    findUnmerged(
      kept.map(({ feature }) => feature),
      kept,
      'main',
      { repoRoot: root, forge: null },
      new AbortController().signal,
    )
  return { git, keeps, find }
}

describe('MI-13 a branch that was deleted', () => {
  it('before it was merged is not merged, and is known by its commit', async () => {
    const { git, keeps, find } = place()
    const kept = keeps('F-001')
    expect(await find(kept)).toEqual([{ feature: 'F-001', branch: 'harness/F-001', url: null }])
    git('branch', '-D', 'harness/F-001')
    expect(await find(kept)).toEqual([
      { feature: 'F-001', branch: 'harness/F-001', url: null, goneAt: kept.commit },
    ])
  })
  it('after it was merged, as it is or as one commit, asks for nothing', async () => {
    const { git, keeps, find } = place()
    const [merged, squashed] = [keeps('F-002'), keeps('F-003')]
    git('merge', '-q', '--no-edit', 'harness/F-002')
    git('merge', '-q', '--squash', 'harness/F-003')
    git('commit', '-qm', 'Squashed')
    git('branch', '-D', 'harness/F-002', 'harness/F-003')
    expect(await find(merged, squashed)).toEqual([])
  })
  it('and whose work git has cleared away is not merged', async () => {
    const kept = { feature: 'F-004', commit: asCommitHash('0123456789abcdef0123456789abcdef01234567') }
    expect(await place().find(kept)).toMatchObject([{ feature: 'F-004', goneAt: kept.commit }])
  })
})
