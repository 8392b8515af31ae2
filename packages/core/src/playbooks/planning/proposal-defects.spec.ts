import { describe, expect, it } from 'vitest'
import type { Proposal } from './proposal.ts'
import { proposalDefects } from './proposal-defects.ts'

const proposal = (id: string, more: Partial<Proposal> = {}): Proposal => ({
  id,
  slug: 'a-plan',
  title: `Plan ${id}`,
  phase: 'first',
  dependsOn: [],
  estimatedPasses: 2,
  summary: 'It works.',
  scope: ['src'],
  acceptanceTags: ['a/one'],
  ...more,
})

const criterion = (tag: string) => ({ tag, text: tag, testedBy: [], coveredBy: [], connections: [] })
const existing = (id: string, ...acceptanceTags: readonly string[]) => ({
  id,
  title: `Old ${id}`,
  status: 'completed' as const,
  acceptanceTags,
})

const rules = {
  criteria: [criterion('a/one')],
  plans: [existing('0002')],
  mostPlans: 3,
  mostPasses: 4,
}

const defects = (proposals: readonly Proposal[], more: Partial<typeof rules> = {}): readonly string[] =>
  proposalDefects(proposals, { ...rules, ...more })

describe('DL-19 proposed plans', () => {
  it('DL-19 have no defect if every tag is covered and the graph is sound', () => {
    expect(
      defects([
        proposal('0003', { dependsOn: ['0002'] }),
        proposal('0004', { dependsOn: ['0003'], acceptanceTags: [] }),
      ]),
    ).toEqual([])
  })

  it.each<[string, readonly Proposal[], string]>([
    [
      'cap-exceeded',
      ['0003', '0004', '0005', '0006'].map((id) => proposal(id)),
      'cap-exceeded: 4 new plans; at most 3 may be proposed',
    ],
    [
      'duplicate-proposal-id',
      [proposal('0003'), proposal('0003', { title: 'Other' })],
      'duplicate-proposal-id: 0003 is the id of “Plan 0003” and “Other”; give each plan its own',
    ],
    ['id-collision', [proposal('0002')], 'id-collision: 0002 (“Plan 0002”) is the id of the plan “Old 0002”'],
    ['the id of the review', [proposal('9999')], 'id-collision: 9999 is the id of the fidelity review'],
    [
      'id-below-existing',
      [proposal('0001')],
      'id-below-existing: 0001 (“Plan 0001”) must come after 0002, the highest id that there is',
    ],
    [
      'self-dependency',
      [proposal('0003', { dependsOn: ['0003'] })],
      'self-dependency: 0003 depends on itself',
    ],
    [
      'cycle-in-proposals',
      [
        proposal('0003', { dependsOn: ['0005'] }),
        proposal('0004', { dependsOn: ['0003'] }),
        proposal('0005', { dependsOn: ['0004'] }),
      ],
      'cycle-in-proposals: 0003 → 0005 → 0004 → 0003 wait for each other',
    ],
    [
      'graph-invalid',
      [proposal('0003', { dependsOn: ['0042'] })],
      'graph-invalid: 0003-a-plan.md depends on 0042, which is no plan and no proposal',
    ],
    [
      'plan-too-large',
      [proposal('0003', { estimatedPasses: 5 })],
      'plan-too-large: 0003 is estimated at 5 passes; split it, so that each has at most 4',
    ],
    [
      'unknown-tag',
      [proposal('0003', { acceptanceTags: ['a/one', 'a/none'] })],
      'unknown-tag: 0003 has the tag a/none, which the acceptance file does not have',
    ],
    ['tag-uncovered', [proposal('0003', { acceptanceTags: [] })], 'tag-uncovered: no plan has a/one'],
  ])('DL-19 are refused by name: %s', (_name, proposals, defect) => {
    expect(defects(proposals)).toEqual([defect])
  })

  it('DL-19 need not cover what a plan covers that is there', () => {
    const criteria = [criterion('a/one'), criterion('a/two')]
    expect(defects([proposal('0003')], { criteria, plans: [existing('0002', 'a/two')] })).toEqual([])
    expect(defects([proposal('0003')], { criteria })).toEqual(['tag-uncovered: no plan has a/two'])
  })

  it('DL-19 may come after no plan at all, and the review’s id counts for nothing', () => {
    expect(defects([proposal('0001')], { plans: [] })).toEqual([])
    expect(defects([proposal('0003')], { plans: [existing('0002'), existing('9999')] })).toEqual([])
  })
})
