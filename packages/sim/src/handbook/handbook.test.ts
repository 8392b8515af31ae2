import { describe, expect, it } from 'vitest'
import { noCrash } from '../crash-plan.ts'
import { everyBoundary } from '../every-boundary.ts'
import { describeFailure } from '../report.ts'
import { runSeed } from '../run-seed.ts'
import { simulate } from '../simulate.ts'
import { openTally } from '../tally.ts'
import { spread } from '../test-support/spread.ts'
import { calm } from '../world/weather.ts'
import { steady } from './handbook-agents.ts'
import { handbookScenario } from './handbook-world.ts'
import { plainHandbook, plainInput } from './input.ts'

const seeds = 100
const tally = openTally()

const plain = () =>
  handbookScenario({
    name: 'all goes well',
    input: plainInput,
    documents: plainHandbook,
    moods: steady,
    weather: calm,
    eagerness: 0,
  })

describe('HB-10, HB-11, HB-12, HB-24, HB-26 what must be true of every handbook', () => {
  it(`holds in ${seeds} seeds, with crashes`, async () => {
    for (let seed = 1; seed <= seeds; seed++) {
      const { scenario, result } = await runSeed(seed, 'handbook')
      tally.add(result.tally)
      expect(result.violation, describeFailure(seed, scenario, result, '--playbook handbook')).toBeNull()
    }
  }, 120_000)

  it.each([
    'ending: all_done',
    'ending: verification_failed',
    'ending: self_critique_exhausted',
    'ending: max_iterations',
    'ending: timeout',
    'rest: paused (1)',
    'person unticks a box',
    'person edits a prompt',
    'person takes a prompt away',
    'person unticks a close',
    'agent: prose',
    'agent: nothing',
    'agent: strays',
    'agent: ticks',
    'step: merge',
    'step: tick',
  ])('the seeds exercise “%s”', (what) => expect(tally.count(what)).toBeGreaterThan(0))
})

describe('QA-01 a crash at every boundary of a handbook', () => {
  it('nothing lost, nothing twice, the same end', async () => {
    const calmly = await simulate(plain(), { seed: 1, crashes: noCrash })
    expect(calmly).toMatchObject({ violation: null, ending: 'ended: done (0)' })
    let boundaries = 0
    for await (const { boundary, result } of everyBoundary(plain, 1, 1, spread(5))) {
      boundaries++
      expect(result.violation, boundary ?? '').toBeNull()
      expect(result.ending, boundary ?? '').toBe('ended: done (0)')
      expect(result.state.records, boundary ?? '').toHaveLength(6)
    }
    expect(boundaries).toBeGreaterThan(20)
  }, 120_000)
})
