/** Test support: holds the runs of a playbook to what must be true of them, in many seeds and at the boundaries of one. */

import { isSoak } from '@harness/formats/test-support/runs'
import { expect, it } from 'vitest'
import { noCrash } from '../engine/crash-plan.ts'
import { everyBoundary } from '../engine/every-boundary.ts'
import { describeFailure } from '../engine/report.ts'
import type { Scenario } from '../engine/scenario.ts'
import { type SimResult, simulate } from '../engine/simulate.ts'
import { openTally } from '../engine/tally.ts'
import { runSeed, type SeededPlaybook } from '../playbooks/run-seed.ts'
import { spread } from './spread.ts'

const fewSeeds = 15
const mostMs = 3_600_000

/** `exercised`: what at least one of `mostSeeds` seeds has to meet. Fewer seeds do not meet all of it. */
export function heldInSeeds(playbook: SeededPlaybook, exercised: readonly string[], mostSeeds: number): void {
  const tally = openTally()
  const seeds = isSoak ? mostSeeds : fewSeeds
  it(
    `holds in ${seeds} seeds, with crashes`,
    async () => {
      for (let seed = 1; seed <= seeds; seed++) {
        const { scenario, result } = await runSeed(seed, playbook)
        tally.add(result.tally)
        expect(result.violation, describeFailure(seed, scenario, result, `--playbook ${playbook}`)).toBeNull()
      }
    },
    mostMs,
  )
  if (!isSoak) return
  it.each(exercised)('the seeds exercise “%s”', (what) => expect(tally.count(what)).toBeGreaterThan(0))
}

/** `like`: what the end of each has in common with the run in which nothing crashed. `every`: each nth boundary is tried. */
export function heldAtBoundaries<Input, State>(
  scenario: () => Scenario<Input, State>,
  like: (result: SimResult<State>, calmly: SimResult<State>) => void,
  every = 10,
): void {
  it(
    'nothing lost, nothing twice, the same end',
    async () => {
      const calmly = await simulate(scenario(), { seed: 1, crashes: noCrash })
      expect(calmly).toMatchObject({ violation: null, ending: 'ended: done (0)' })
      let boundaries = 0
      for await (const { boundary, result } of everyBoundary(scenario, 1, 1, spread(every))) {
        boundaries++
        expect(result.violation, boundary ?? '').toBeNull()
        expect(result.ending, boundary ?? '').toBe('ended: done (0)')
        like(result, calmly)
      }
      expect(boundaries).toBeGreaterThan(10)
    },
    mostMs,
  )
}
