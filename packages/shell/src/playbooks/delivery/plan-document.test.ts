import { UserError } from '@harness/core/kernel/user-error'
import { buildPlanGraph } from '@harness/core/work/plan-graph'
import type { SummarizedPlan } from '@harness/formats/documents/plan/summarize-plans'
import { describe, expect, it } from 'vitest'
import { namedPlan } from './plan-document.ts'

const plan = (id: string): SummarizedPlan => ({
  id,
  title: `Plan ${id}`,
  path: `plans/${id}-x.md`,
  place: 'active',
  status: 'active',
  dependsOn: [],
  priority: 0,
  acceptanceTags: [],
})
const graph = {
  ...buildPlanGraph(['0002', '0003', '0012'].map(plan)),
  offBase: new Set<string>(),
  delivered: new Map<string, string>(),
}
const named = (reference: string): string => namedPlan(graph, reference, 'main').id
const advice = (reference: string): string => {
  try {
    return named(reference)
  } catch (error) {
    if (error instanceof UserError) return error.next
    throw error
  }
}

describe('DL-03 naming a plan', () => {
  it('by id, number, file or path', () => {
    for (const reference of ['0003', '3', '003', '0003-x.md', 'plans/0003-x.md'])
      expect(named(reference)).toBe('0003')
  })
  it('that is no word is shown in quotes', () => {
    expect(() => named('')).toThrow('There is no plan "".')
    expect(() => named('a\nb')).toThrow('There is no plan "a\\nb".')
    expect(() => named('0009')).toThrow('There is no plan 0009.')
  })
  it('that is unknown suggests another only where the digits are those of one', () => {
    expect(advice('0009')).toBe('See what there is: harness next')
    expect(advice('0021')).toBe('Did you mean 0012? harness run 0012')
  })
})
