import { expect, it } from 'vitest'
import { buildPlanGraph, type PlanSummary } from './plan-graph.ts'
import { plansBehind } from './plans-behind.ts'

const plan = (id: string, dependsOn: readonly string[] = [], status: PlanSummary['status'] = 'active') =>
  ({
    id,
    title: id,
    path: `${id}-x.md`,
    place: status === 'completed' ? 'completed' : 'active',
    status,
    dependsOn,
    priority: 0,
  }) as unknown as PlanSummary

it('DL-24 names for each plan that cannot start the blocked one that it waits for, however far away', () => {
  const graph = buildPlanGraph([
    plan('0001'),
    plan('0002', ['0001']),
    plan('0003', ['0002']),
    plan('0004', ['0001'], 'completed'),
    plan('0005'),
    plan('0006', ['0005']),
  ])
  expect([...plansBehind(graph, ['0001'])]).toEqual([
    ['0002', '0001'],
    ['0003', '0001'],
  ])
  expect([...plansBehind(graph, ['0001', '0002'])]).toEqual([['0003', '0002']])
  expect([...plansBehind(graph, [])]).toEqual([])
})
