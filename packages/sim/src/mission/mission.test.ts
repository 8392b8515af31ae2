import { describe, expect, it } from 'vitest'
import { noCrash } from '../crash-plan.ts'
import { everyBoundary } from '../every-boundary.ts'
import { describeFailure } from '../report.ts'
import { runSeed } from '../run-seed.ts'
import { simulate } from '../simulate.ts'
import { openTally } from '../tally.ts'
import { spread } from '../test-support/spread.ts'
import { calm } from '../world/weather.ts'
import { plainInput, plainPlan } from './input.ts'
import { steady } from './mission-agents.ts'
import { missionScenario } from './mission-world.ts'

const seeds = 100
const tally = openTally()

const plain = () =>
  missionScenario({
    name: 'all goes well',
    input: plainInput,
    plan: plainPlan,
    moods: steady,
    weather: calm,
    eagerness: 0,
  })

describe('MI-03, MI-04, MI-06, MI-07, MI-11, MI-13 what must be true of every mission', () => {
  it(`holds in ${seeds} seeds, with crashes`, async () => {
    for (let seed = 1; seed <= seeds; seed++) {
      const { scenario, result } = await runSeed(seed, 'mission')
      tally.add(result.tally)
      expect(result.violation, describeFailure(seed, scenario, result, '--playbook mission')).toBeNull()
    }
  }, 240_000)

  it.each([
    'decision: NEXT_WORKER (rules)',
    'decision: NEXT_WORKER (agent)',
    'decision: NEXT_VALIDATOR (rules)',
    'decision: NEXT_ARCHITECT (rules)',
    'decision: CONVERTED (rules)',
    'decision: CHECKPOINT (rules)',
    'decision: ESCALATE (rules)',
    'decision: DONE (rules)',
    'step: conflicted',
    'step: ambiguous',
    'step: stuck',
    'step: crosscheck',
    'step: ui-qa',
    'edit refused',
    'agent: meddles',
    'agent: unquoted',
    'agent: forges',
    'agent: strays',
    'person writes PASS into the contract',
    'person blocks a feature',
    'person takes a feature away',
    'rest: halted (7)',
    'rest: paused (5)',
    'rest: waiting (8)',
    'rest: waiting (3)',
    'rest: done (0)',
  ])('the seeds exercise “%s”', (what) => expect(tally.count(what)).toBeGreaterThan(0))
})

describe('QA-01 a crash at every boundary of a mission', () => {
  it('nothing lost, nothing twice, the same end', async () => {
    const calmly = await simulate(plain(), { seed: 1, crashes: noCrash })
    expect(calmly).toMatchObject({ violation: null, ending: 'ended: done (0)' })
    let boundaries = 0
    for await (const { boundary, result } of everyBoundary(plain, 1, 1, spread(5))) {
      boundaries++
      expect(result.violation, boundary ?? '').toBeNull()
      expect(result.ending, boundary ?? '').toBe('ended: done (0)')
      expect(result.traces, boundary ?? '').toEqual(calmly.traces)
    }
    expect(boundaries).toBeGreaterThan(20)
  }, 240_000)
})
