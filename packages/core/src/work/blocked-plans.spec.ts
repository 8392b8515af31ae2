import { describe, expect, it } from 'vitest'
import type { BrokenPlan } from './blocked-plans.ts'
import { buildPlanGraph, nextEligible, type PlanSummary } from './plan-graph.ts'

const plan = (
  id: string,
  dependsOn: readonly string[] = [],
  more: Partial<PlanSummary> = {},
): PlanSummary => ({
  id,
  path: `active/${id}-x.md`,
  place: 'active',
  status: 'active',
  dependsOn,
  priority: 100,
  ...more,
})
const broken = (id: string | null): BrokenPlan => ({ id, path: `active/${id}-bad.md`, why: 'no header' })
const blockedIn = (plans: readonly PlanSummary[], ...bad: readonly BrokenPlan[]) =>
  [...buildPlanGraph(plans, bad).blocked].map(([id, { by }]) => [id, ...by].join(' by '))

describe('DL-42 a mistake in a plan file blocks', () => {
  it('that plan and its dependants, however far, and nothing else', () => {
    const plans = [plan('0001'), plan('0003', ['0002']), plan('0004', ['0003', '0001'])]
    expect(blockedIn(plans, broken('0002'))).toEqual(['0002', '0003 by 0002', '0004 by 0002'])
    const graph = buildPlanGraph(plans, [broken('0002')])
    expect(nextEligible(graph)?.id).toBe('0001')
    expect(graph.defects).toEqual([])
    expect(graph.blocked.get('0004')?.why).toBe('depends on 0003, which is blocked by active/0002-bad.md')
  })
  it('no plan that depends on a completed one which depended on it', () => {
    const done = plan('0003', ['0002'], { status: 'completed', place: 'completed', path: 'done/0003-x.md' })
    expect(blockedIn([done, plan('0004', ['0003'])], broken('0002'))).toEqual(['0002'])
  })
  it('both files of an id, and its dependants', () => {
    const plans = [plan('0001'), plan('0001', [], { path: 'active/0001-y.md' }), plan('0002', ['0001'])]
    expect(blockedIn(plans)).toEqual(['0001', '0002 by 0001'])
    expect(blockedIn([plan('0001'), plan('0002')], broken('0001'))).toEqual(['0001'])
  })
  it('the members of a cycle and their dependants', () =>
    expect(
      blockedIn([plan('0001', ['0002']), plan('0002', ['0001']), plan('0003', ['0001']), plan('0004')]),
    ).toEqual(['0001', '0002', '0003 by 0001']))
  it('the id in the file and the id in its name, unless another plan has that', () => {
    const misnamed = plan('0002', [], { path: 'active/0001-x.md' })
    expect(blockedIn([misnamed, plan('0003', ['0001'])])).toEqual(['0002', '0001', '0003 by 0001'])
    expect(blockedIn([misnamed, plan('0001', [], { path: 'active/0001-y.md' })])).toEqual(['0002'])
  })
  it('dependants of a plan that says it is completed and is not among the completed ones', () =>
    expect(blockedIn([plan('0001', [], { status: 'completed' }), plan('0002', ['0001'])])).toEqual([
      '0001',
      '0002 by 0001',
    ]))
  it('only itself if its id is not known', () =>
    expect(blockedIn([plan('0001')], broken(null))).toEqual(['active/null-bad.md']))
})
