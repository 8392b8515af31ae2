import { nextEligible } from '@harness/core/work/plan-graph'
import { describe, expect, it } from 'vitest'
import { targetRepo } from '../../test-support/target-repo.ts'
import { namedPlan, readPlanDocument } from './plan-document.ts'
import { type PlanFolders, repositoryPlans } from './plan-folder.ts'

const planText = (id: string, status = 'active', dependsOn: readonly string[] = []): string =>
  `---\nid: "${id}"\ntitle: Plan ${id}\nphase: one\nstatus: ${status}\ndepends_on: [${dependsOn.map((it) => `"${it}"`).join(', ')}]\nestimated_passes: 1\nacceptance_tags: []\n---\n# ${id} Plan\n\n## Goal\nWork.\n`

/** Two plans on the base, the second of which waits for the first; `feature` is checked out. */
function repository() {
  const repo = targetRepo({
    'active/0001-first.md': planText('0001'),
    'active/0002-second.md': planText('0002', 'active', ['0001']),
  })
  repo.git('switch', '-qc', 'feature')
  const folders: PlanFolders = {
    repoRoot: repo.root,
    stateDir: repo.stateDir,
    planDir: 'active',
    completedDir: 'completed',
    baseBranch: 'main',
  }
  const onMain = (change: () => void): void => {
    repo.git('switch', '-q', 'main')
    change()
    repo.git('switch', '-q', 'feature')
  }
  return { repo, folders, onMain }
}

describe('plans while another branch than the base is checked out', () => {
  it('DL-02 a plan that the base has completed is completed, and what depends on it can begin', async () => {
    const { repo, folders, onMain } = repository()
    onMain(() => {
      repo.git('rm', '-q', 'active/0001-first.md')
      repo.commit({ 'completed/0001-first.md': planText('0001', 'completed') })
    })
    const plans = await repositoryPlans(folders)
    expect(plans.plans.get('0001')).toMatchObject({
      status: 'completed',
      place: 'completed',
      path: 'completed/0001-first.md',
    })
    expect(nextEligible(plans)?.id).toBe('0002')
    expect(namedPlan(plans, '0002', 'main').path).toBe('active/0002-second.md')
    expect(() => namedPlan(plans, '0001', 'main')).toThrow(/completed already/)
  })

  it('DL-02 a plan that only the base has is known, read from there, and can be depended on', async () => {
    const { repo, folders, onMain } = repository()
    onMain(() => {
      repo.commit({
        'active/0003-third.md': planText('0003', 'active', ['0004']),
        'completed/0004-fourth.md': planText('0004', 'completed'),
      })
    })
    repo.commit({ 'active/0005-fifth.md': planText('0005', 'active', ['0003']) })
    const plans = await repositoryPlans(folders)
    expect(plans.plans.get('0003')).toMatchObject({ title: 'Plan 0003', dependsOn: ['0004'] })
    expect(namedPlan(plans, '0003', 'main').id).toBe('0003')
    expect((await readPlanDocument(folders, 'active/0003-third.md')).plan.title).toBe('Plan 0003')
  })

  it('DL-04 a plan that is committed elsewhere only is neither chosen nor accepted', async () => {
    const { repo, folders } = repository()
    repo.commit({ 'active/0000-urgent.md': planText('0000') })
    const plans = await repositoryPlans(folders)
    expect(nextEligible(plans, plans.offBase)?.id).toBe('0001')
    expect(() => namedPlan(plans, '0000', 'main')).toThrow(
      expect.objectContaining({ code: 'plan-not-on-base', next: expect.stringContaining('main') }),
    )
  })

  it('DL-02 a plan in a folder that git ignores needs no branch', async () => {
    const { repo, folders } = repository()
    repo.commit({ '.gitignore': 'private/\n' })
    repo.write('private/0007-secret.md', planText('0007'))
    const plans = await repositoryPlans({ ...folders, planDir: 'private' })
    expect(nextEligible(plans, plans.offBase)?.id).toBe('0007')
  })

  it('a base branch that is not there leaves the checkout’s plans as they are', async () => {
    const { folders } = repository()
    const plans = await repositoryPlans({ ...folders, baseBranch: 'trunk' })
    expect([...plans.plans.keys()]).toEqual(['0001', '0002'])
  })
})
