import { describe, expect, it } from 'vitest'
import { errandsScenario } from '../test-support/errands.ts'
import { noCrash } from './crash-plan.ts'
import { describeFailure, describeTotals } from './report.ts'
import { simulate } from './simulate.ts'

describe('QA-02 a failure', () => {
  it('prints its seed, the scenario, the rule, the last events and how to replay it', async () => {
    const scenario = errandsScenario({
      acts: (acts) => ({ ...acts, wakeAt: () => Promise.reject(new Error('a bug of ours')) }),
    })
    const text = describeFailure(42, scenario.name, await simulate(scenario, { seed: 42, crashes: noCrash }))
    expect(text).toContain('Seed 42 (errands) broke “the loop does not throw”: Error: a bug of ours')
    expect(text).toMatch(/\n {2}0 2026-11-16T12:00:00.000Z RunStarted /)
    expect(text).toMatch(/\n {2}1 .* CommandIssued WakeAt 20261116-120000\/timer\/0\/1\n/)
    expect(text).toContain('Replay it: npm run sim -- --seeds 1 --from 42')
  })
})

it('the summary names runs only where a seed has several', () => {
  const totals = { seeds: 2, runs: 2, crashes: 3, events: 40, violations: 0 }
  expect(describeTotals(totals)).toBe('2 seeds, 3 crashes, 40 events, 0 violations')
  expect(describeTotals({ ...totals, runs: 9 })).toBe('2 seeds, 9 runs, 3 crashes, 40 events, 0 violations')
})
