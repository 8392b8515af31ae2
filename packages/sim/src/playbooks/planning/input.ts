/** Owns what a simulated planning is told at its start, and the plans that it can get. */
import { asRunId } from '@harness/core/kernel/ids'
import type { PlanningInput } from '@harness/core/playbooks/planning/input'
import type { Proposal } from '@harness/core/playbooks/planning/proposal'

export const planDir = 'plans'

export const plainInput: PlanningInput = {
  runId: asRunId('20261118-120000'),
  baseBranch: 'main',
  spec: { path: 'docs/main.md', text: '# A shop' },
  acceptancePath: 'docs/main.acceptance.md',
  criteria: ['shop/cart', 'shop/pay'].map((tag) => ({
    tag,
    text: tag,
    testedBy: [],
    coveredBy: [],
    connections: [],
  })),
  plans: [{ id: '0001', title: 'Begin', status: 'completed', acceptanceTags: [] }],
  planDir,
  completedDir: 'done',
  mostPlans: 30,
  mostPasses: 4,
  calibration: '',
  preview: false,
  planner: { tier: 'advisor', limits: { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 } },
}

/** `mark` tells one answer from another. */
export const proposalsOf = (mark: string, isCircle = false): readonly Proposal[] =>
  (['cart', 'pay'] as const).map((slug, at) => ({
    id: `000${at + 2}`,
    slug,
    title: `Build ${slug}`,
    phase: 'shop',
    dependsOn: slug === 'pay' ? ['0002'] : isCircle ? ['0003'] : [],
    estimatedPasses: 2,
    summary: `It is as ${mark} says.`,
    scope: [`src/${slug}.js`],
    acceptanceTags: [`shop/${slug}`],
  }))
