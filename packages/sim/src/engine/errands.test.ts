import { describe, expect, it } from 'vitest'
import { crashedEverywhere } from '../test-support/crashed-everywhere.ts'
import { errandsScenario } from '../test-support/errands.ts'
import { randomCrashes } from './crash-plan.ts'
import { seededRandom } from './random.ts'
import { simulate } from './simulate.ts'

describe('QA-01 a playbook with many commands in flight', () => {
  it.each([false, true])('comes through a crash at every boundary (attended: %s)', async (attended) => {
    const { plain, crashed } = await crashedEverywhere(() => errandsScenario({ attended }))
    expect(plain).toMatchObject({ violation: null, ending: 'ended: done (0)' })
    expect(crashed.length).toBeGreaterThan(30)
    for (const { boundary, result } of crashed) {
      expect(result.violation, `crash at ${boundary}`).toBeNull()
      expect(result.ending).toBe('ended: done (0)')
      expect([...result.state.done].sort()).toEqual([...plain.state.done].sort())
    }
  })

  it('comes through interrupts, clock jumps and crashes at random moments', async () => {
    for (let seed = 1; seed <= 100; seed++) {
      const crashes = randomCrashes(seededRandom(seed), 0.03, 10)
      const scenario = errandsScenario({
        attended: seed % 2 === 0,
        input: { timers: seed % 7, gates: 1 + (seed % 3) },
        meanwhile({ timeline, random, interrupt, wall }) {
          for (let times = 0; times < 4; times++) {
            timeline.after(random.int(0, 4_000), () => interrupt('signal'))
            timeline.after(random.int(0, 4_000), () => wall.jump(random.int(-500, 500)))
          }
        },
      })
      const { violation, ending } = await simulate(scenario, { seed, crashes })
      expect(violation, `seed ${seed}`).toBeNull()
      expect(ending).toBe('ended: done (0)')
    }
  })
})
