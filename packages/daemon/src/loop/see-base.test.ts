import { targetRepo } from '@harness/shell/test-support/target-repo'
import { describe, expect, it } from 'vitest'
import { seeBase } from './see-base.ts'

const planDir = 'plans/active'
const completedDir = 'plans/completed'
const forge = { kind: 'local' } as never

function base() {
  const repo = targetRepo({ 'a.txt': 'a\n', [`${planDir}/0001-a.md`]: 'plan\n' })
  const { root: repoRoot, git, commit } = repo
  const anchor = git('rev-parse', 'HEAD')
  const baseBranch = git('branch', '--show-current')
  return {
    ...repo,
    /** As `merge` does it, of a branch with a commit of its own. */
    branch(name: string, files: Readonly<Record<string, string>>, ...merge: readonly string[]): string {
      git('switch', '--quiet', '--create', name)
      commit(files, `Work on ${name}`)
      git('switch', '--quiet', baseBranch)
      git('merge', '--quiet', ...merge, name)
      return git('rev-parse', 'HEAD')
    },
    merges: async () =>
      (await seeBase({ repoRoot, baseBranch, planDir, completedDir }, forge, anchor))?.merges,
  }
}

const completes = (id: string) => ({ [`${completedDir}/${id}-a.md`]: 'done\n' })

describe('DL-12 merges on the base branch, whoever made them', () => {
  it('DL-12 a merge commit counts, with the plan that its subject or its command names', async () => {
    const repo = base()
    const one = repo.branch('task/0007-x', { 'b.txt': 'b\n' }, '--no-ff')
    const two = repo.branch(
      'own',
      { 'c.txt': 'c\n' },
      '--no-ff',
      '-m',
      'Own\n\nHarness-Command: r/merge/0008/1',
    )
    const fix = repo.branch('hotfix', { 'd.txt': 'd\n' }, '--no-ff')
    expect(await repo.merges()).toEqual([
      { commit: one, planId: '0007' },
      { commit: two, planId: '0008' },
      { commit: fix, planId: null },
    ])
  })

  it('DL-12 a squashed pull request counts, with the plan that it completes', async () => {
    const repo = base()
    const one = repo.commit({ 'b.txt': 'b\n', ...completes('0001') }, 'Say hello (#12)')
    const fix = repo.commit({ 'b.txt': 'c\n' }, 'Fix it (#13)')
    expect(await repo.merges()).toEqual([
      { commit: one, planId: '0001' },
      { commit: fix, planId: null },
    ])
  })

  it('DL-12 commits that were rebased onto it count as one merge, or as one of each plan that they complete', async () => {
    const repo = base()
    repo.commit({ 'b.txt': '1\n' }, 'One')
    const two = repo.commit({ 'b.txt': '2\n' }, 'Two')
    expect(await repo.merges()).toEqual([{ commit: two, planId: null }])
    const named = repo.branch('task/0007-x', { 'c.txt': 'c\n' }, '--no-ff')
    repo.commit({ 'b.txt': '3\n' }, 'Three')
    const last = repo.commit({ 'b.txt': '4\n', ...completes('0001') }, 'Four')
    expect(await repo.merges()).toEqual([
      { commit: two, planId: null },
      { commit: named, planId: '0007' },
      { commit: last, planId: '0001' },
    ])
  })

  it('DL-12 what only moves or writes plans is no merge', async () => {
    const repo = base()
    repo.commit({ [`${planDir}/0002-b.md`]: 'plan\n' }, 'Plan more')
    repo.commit(completes('0001'), 'chore: complete plan 0001')
    repo.branch('plans', { [`${planDir}/0003-c.md`]: 'plan\n' }, '--no-ff')
    repo.git('commit', '--quiet', '--allow-empty', '-m', 'Nothing')
    expect(await repo.merges()).toEqual([])
  })
})
