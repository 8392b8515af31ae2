import { nextEligible } from '@harness/core/work/plan-graph'
import { describe, expect, it } from 'vitest'
import { targetRepo } from '../../test-support/target-repo.ts'
import { nextPlan } from './next-plan.ts'
import type { PassedOver } from './passed-over.ts'
import { namedPlan } from './plan-document.ts'
import { type PlanFolders, repositoryPlans } from './plan-folder.ts'

const planText = (id: string, dependsOn = ''): string =>
  `---\nid: "${id}"\ntitle: Plan ${id}\nphase: one\nstatus: active\ndepends_on: [${dependsOn}]\nestimated_passes: 1\nacceptance_tags: []\n---\n# ${id} Plan\n\n## Goal\nWork.\n`

/** A first plan whose run is done, and a second one that waits for it. */
function repository(summary: Readonly<Record<string, unknown>> = {}) {
  const repo = targetRepo({
    'active/0001-first.md': planText('0001'),
    'active/0002-second.md': planText('0002', '"0001"'),
  })
  const merged = repo.git('rev-parse', 'HEAD')
  const run = '.harness/run/runs/0001/20260101-000000'
  repo.write(`${run}/journal.ndjson`, 'x\n')
  repo.write(
    `${run}/summary.json`,
    JSON.stringify({ subject: '0001', status: 'done', mergedUnmoved: merged, ...summary }),
  )
  const folders: PlanFolders = {
    repoRoot: repo.root,
    stateDir: repo.stateDir,
    planDir: 'active',
    completedDir: 'completed',
    baseBranch: 'main',
  }
  return { repo, folders, merged }
}

describe('DL-05 a plan that was merged, but whose file could not be moved', () => {
  it('is not begun again, and what depends on it can begin', async () => {
    const { folders, merged } = repository()
    const plans = await repositoryPlans(folders)
    const passed: PassedOver[] = []
    expect((await nextPlan(plans, folders, passed)).id).toBe('0002')
    expect(passed).toEqual([
      {
        planId: '0001',
        why: `was merged as ${merged.slice(0, 12)}, but its file is still in active/0001-first.md`,
        next: expect.stringMatching(/^Move it to the completed plans, with "status: completed"/),
        exitCode: 3,
      },
    ])
    expect(() => namedPlan(plans, '0001', 'main')).toThrow(`was merged as ${merged.slice(0, 12)}`)
  })

  it('is a new task once people changed it', async () => {
    const { repo, folders } = repository()
    repo.write('active/0001-first.md', `${planText('0001')}\nAnd once more.\n`)
    expect(nextEligible(await repositoryPlans(folders))?.id).toBe('0001')
  })

  it('is one as well where its file had been moved and was put back, or its last run did not end so', async () => {
    for (const summary of [{ mergedUnmoved: undefined }, { status: 'blocked' }]) {
      const { folders } = repository(summary)
      expect(nextEligible(await repositoryPlans(folders))?.id).toBe('0001')
    }
  })
})
