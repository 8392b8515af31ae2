import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildPlanGraph,
  describeDefect,
  nextEligible,
  type PlanSummary,
  unmetDependencies,
} from './plan-graph.ts'

const plan = (id: string, more: Partial<PlanSummary> = {}): PlanSummary => {
  const place = more.status === 'completed' ? 'completed' : 'active'
  return { id, path: `${place}/${id}-x.md`, place, status: 'active', dependsOn: [], priority: 100, ...more }
}
const done = (id: string, more: Partial<PlanSummary> = {}): PlanSummary =>
  plan(id, { status: 'completed', ...more })
const needing = (id: string, ...dependsOn: readonly string[]): PlanSummary => plan(id, { dependsOn })

const defectsOf = (...plans: readonly PlanSummary[]) => buildPlanGraph(plans).defects
const nextOf = (...plans: readonly PlanSummary[]) => nextEligible(buildPlanGraph(plans))?.id ?? null

describe('DL-02 defects of the plan graph', () => {
  it('DL-02 duplicate-id names all files that share an id', () => {
    expect(defectsOf(plan('0001'), plan('0001', { path: 'active/0001-y.md' }), plan('0002'))).toEqual([
      { type: 'duplicate-id', id: '0001', paths: ['active/0001-x.md', 'active/0001-y.md'] },
    ])
  })

  it('DL-02 missing-dependency names the plan and what it misses', () => {
    expect(defectsOf(needing('0001', '0007', '0007'))).toEqual([
      { type: 'missing-dependency', id: '0001', path: 'active/0001-x.md', missing: '0007' },
    ])
  })

  it('DL-02 self-dependency is no cycle', () => {
    expect(defectsOf(needing('0001', '0001'))).toEqual([
      { type: 'self-dependency', id: '0001', path: 'active/0001-x.md' },
    ])
  })

  it('DL-02 cycle shows the way round, from the lowest id', () => {
    expect(
      defectsOf(needing('0003', '0001'), needing('0001', '0002'), needing('0002', '0003'), plan('0004')),
    ).toEqual([
      {
        type: 'cycle',
        ids: ['0001', '0002', '0003'],
        paths: ['active/0001-x.md', 'active/0002-x.md', 'active/0003-x.md'],
      },
    ])
  })

  it('DL-02 cycle leaves out the plans that only lead to it', () => {
    const defects = defectsOf(needing('0001', '0002'), needing('0002', '0003'), needing('0003', '0002'))
    expect(defects).toEqual([expect.objectContaining({ type: 'cycle', ids: ['0002', '0003'] })])
  })

  it('DL-02 cycle is reported for every group that waits for itself', () => {
    const defects = defectsOf(
      needing('0001', '0002'),
      needing('0002', '0001'),
      needing('0003', '0004'),
      needing('0004', '0003', '0001'),
    )
    expect(defects.map((defect) => defect.type === 'cycle' && defect.ids)).toEqual([
      ['0001', '0002'],
      ['0003', '0004'],
    ])
  })

  it('DL-02 a diamond is no cycle', () => {
    expect(
      defectsOf(
        plan('0001'),
        needing('0002', '0001'),
        needing('0003', '0001'),
        needing('0004', '0002', '0003'),
      ),
    ).toEqual([])
  })

  it('DL-02 id-filename-mismatch', () => {
    expect(defectsOf(plan('0001', { path: 'active/0002-x.md' }))).toEqual([
      { type: 'id-filename-mismatch', id: '0001', path: 'active/0002-x.md' },
    ])
  })

  it('DL-02 status-location-mismatch, in both directions', () => {
    expect(
      defectsOf(plan('0001', { place: 'completed' }), done('0002', { place: 'active' }), done('0003')),
    ).toMatchObject([
      { type: 'status-location-mismatch', id: '0001', status: 'active', place: 'completed' },
      { type: 'status-location-mismatch', id: '0002', status: 'completed', place: 'active' },
    ])
  })

  it('QA-03 tells every defect by name, with its files', () => {
    const defects = defectsOf(
      plan('0001', { path: 'active/0009-x.md' }),
      done('0002', { place: 'active', path: 'active/0002-x.md' }),
      plan('0003', { place: 'completed' }),
      needing('0004', '0004'),
      needing('0005', '0042'),
      needing('0006', '0007'),
      needing('0007', '0006'),
      plan('0008'),
      plan('0008', { path: 'active/0008-y.md' }),
    )
    expect(defects.map(describeDefect)).toEqual([
      'duplicate-id: active/0008-x.md and active/0008-y.md all have the id 0008; give each plan its own',
      'id-filename-mismatch: active/0009-x.md has the id 0001; its name must begin with 0001- (field id: “0001”)',
      'status-location-mismatch: active/0002-x.md has the status completed, but is not among the completed plans (field status: “completed”)',
      'status-location-mismatch: active/0003-x.md is among the completed plans, but its status is active (field status: “active”)',
      'self-dependency: active/0004-x.md depends on itself; take 0004 out of its depends_on',
      'missing-dependency: active/0005-x.md depends on 0042, which no plan has as its id (field depends_on: “0042”)',
      'cycle: 0006 → 0007 → 0006 wait for each other (active/0006-x.md, active/0007-x.md); take one dependency out',
    ])
  })
})

describe('DL-12 the next plan', () => {
  it('DL-12 waits for what it depends on', () => {
    expect(nextOf(needing('0001', '0002'), plan('0002'))).toBe('0002')
    expect(nextOf(needing('0001', '0002'), done('0002'))).toBe('0001')
    expect(nextOf(needing('0001', '0002'), plan('0002', { status: 'blocked' }))).toBe(null)
    expect(nextOf(needing('0001', '0042'))).toBe(null)
    expect(nextOf(needing('0001', '0002'), needing('0002', '0001'))).toBe(null)
  })

  it('DL-12 is the most urgent, then the lowest id', () => {
    expect(
      nextOf(
        plan('0001'),
        plan('0002', { priority: 2 }),
        plan('0003', { priority: 1 }),
        plan('0004', { priority: 1 }),
      ),
    ).toBe('0003')
    expect(nextOf(plan('0003'), plan('0001'), plan('0002'))).toBe('0001')
  })

  it.each(['in_progress', 'blocked', 'completed'] as const)('DL-12 is never one that is %s', (status) => {
    expect(nextOf(plan('0001', { status }))).toBe(null)
  })

  it('DL-17 is never the plan of the fidelity review', () => {
    expect(nextOf(plan('9999'))).toBe(null)
  })

  it('DL-12 leaves out those that run already', () => {
    expect(nextEligible(buildPlanGraph([plan('0001'), plan('0002')]), new Set(['0001']))?.id).toBe('0002')
  })

  it('DL-12 says what a plan waits for', () => {
    const graph = buildPlanGraph([needing('0001', '0002', '0003', '0004'), done('0002'), plan('0003')])
    expect(unmetDependencies(graph, needing('0001', '0002', '0003', '0004'))).toEqual(['0003', '0004'])
  })
})

describe('DL-02 any graph', () => {
  const ids = ['0001', '0002', '0003', '0004', '0005', '0006']
  const graphs = fc.array(
    fc.record({
      id: fc.constantFrom(...ids),
      status: fc.constantFrom('active', 'completed', 'blocked', 'in_progress'),
      dependsOn: fc.subarray(ids),
      priority: fc.nat(3),
    }),
    { maxLength: 8 },
  )

  /** Defined again, slowly: a plan that can reach itself through others. */
  const isInCycle = (plans: readonly PlanSummary[], id: string): boolean => {
    const byId = new Map(plans.map((one) => [one.id, one]))
    const reached = new Set<string>()
    const visit = (at: string): void => {
      for (const next of byId.get(at)?.dependsOn ?? []) {
        if (next === at || reached.has(next)) continue
        reached.add(next)
        visit(next)
      }
    }
    visit(id)
    return reached.has(id)
  }

  it('DL-02 has a cycle defect exactly where plans wait for themselves, and each is a way round', () => {
    fc.assert(
      fc.property(graphs, (drawn) => {
        const plans = [...new Map(drawn.map((one) => [one.id, plan(one.id, one)])).values()]
        const cycles = buildPlanGraph(plans).defects.filter((defect) => defect.type === 'cycle')
        expect(cycles.length > 0).toBe(plans.some(({ id }) => isInCycle(plans, id)))
        for (const { ids: way } of cycles) {
          way.forEach((id, at) => {
            expect(plans.find((one) => one.id === id)?.dependsOn).toContain(way[(at + 1) % way.length])
          })
        }
      }),
      { numRuns: 500 },
    )
  })

  it('DL-12 never picks a plan before what it depends on', () => {
    fc.assert(
      fc.property(graphs, (drawn) => {
        const graph = buildPlanGraph(drawn.map((one) => plan(one.id, one)))
        const next = nextEligible(graph)
        if (next === null) return
        expect(next.status).toBe('active')
        for (const id of next.dependsOn) expect(graph.plans.get(id)?.status).toBe('completed')
      }),
    )
  })
})

it('QA-10 ten thousand plans, in a chain or all at once, take well under a second', () => {
  const chain = Array.from({ length: 10_000 }, (_, at) => {
    const id = String(at).padStart(4, '0')
    return needing(id, ...(at === 9999 ? [] : [String(at + 1).padStart(4, '0')]))
  })
  const ring = chain.map((one) => (one.id === '9999' ? { ...one, dependsOn: ['0000'] } : one))
  const wide = chain.map((one) => ({ ...one, dependsOn: one.id < '0100' ? [] : ['0001', '0002', '0003'] }))
  const before = process.cpuUsage()
  expect(nextEligible(buildPlanGraph(chain))).toBe(null)
  expect(buildPlanGraph(ring).defects).toHaveLength(1)
  expect(nextEligible(buildPlanGraph(wide))?.id).toBe('0000')
  // Processor time: a busy machine is not a slow graph.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(900)
})
