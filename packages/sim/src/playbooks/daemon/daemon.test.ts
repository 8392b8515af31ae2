import { isSoak } from '@harness/formats/test-support/runs'
import { describe, expect, it } from 'vitest'
import { noCrash, randomCrashes } from '../../engine/crash-plan.ts'
import { everyBoundary } from '../../engine/every-boundary.ts'
import { seededRandom } from '../../engine/random.ts'
import { describeFailure } from '../../engine/report.ts'
import { simulate } from '../../engine/simulate.ts'
import { heldInSeeds } from '../../test-support/held.ts'
import { spread } from '../../test-support/spread.ts'
import { type DaemonStory, daemonScenario } from './daemon-world.ts'

const story = (more: Partial<DaemonStory> = {}) =>
  daemonScenario({ name: 'all goes well', plans: 5, lanes: [2], roughness: 0, people: false, ...more })

const exercised = [
  'a person takes a plan',
  'config is broken',
  'disk full at the journal',
  'forge is down',
  'window closed',
  'torn record',
  'work: held',
  'work: resting',
  'fate: conflict',
  'fate: hangs',
  'fate: lies',
  'fate: slow down',
  'fate: waits',
]

describe('DL-24 what must be true of every daemon', () => heldInSeeds('daemon', exercised, 300))

describe('QA-01 DL-14 a crash at every boundary of a daemon', () => {
  it('leaves nothing undone, and nothing done twice', async () => {
    let boundaries = 0
    for await (const { boundary, result } of everyBoundary(story, 1, 1, spread(isSoak ? 1 : 8))) {
      boundaries++
      expect(result.violation, boundary ?? '').toBeNull()
      expect(result.ending, boundary ?? '').toBe('left: paused (0)')
      expect(result.traces, boundary ?? '').toEqual([true, true, true, true, true])
    }
    expect(boundaries).toBeGreaterThan(10)
  })
})

/** The machine is killed and its disk fills, the provider and the forge are out of reach, agents hang and conflict. */
describe('DL-24 unattended', () => {
  const plans = isSoak ? 1_000 : 60
  it(`DL-24 ${plans} plans end merged, or blocked with a reason, without a person`, {
    timeout: 3_600_000,
  }, async ({ task }) => {
    const seed = 1
    const began = performance.now()
    const scenario = story({ name: 'soak', plans, lanes: [4, 2, 6], roughness: 1 })
    const crashes = randomCrashes(seededRandom(seed), isSoak ? 0.002 : 0.01, 400)
    const result = await simulate(scenario, { seed, crashes })
    expect(result.violation, describeFailure(seed, 'soak', result)).toBeNull()
    expect(result.ending).toBe('left: paused (0)')
    const words = result.events.flatMap((event) =>
      'word' in event ? [(event.word as { type: string }).type] : [],
    )
    expect(new Set(words)).toEqual(new Set(['begin', 'stop']))
    expect(result.crashes).toBeGreaterThan(plans / 50)
    const merged = (result.traces as readonly boolean[]).filter(Boolean).length
    expect(merged).toBeGreaterThan(plans / 3)
    const seconds = (performance.now() - began) / 1000
    const hours = ((result.events.at(-1)?.at ?? 0) - (result.events[0]?.at ?? 0)) / 3_600_000
    Object.assign(task.meta, { simulatedHours: hours, simulationSeconds: seconds })
    if (isSoak)
      process.stdout.write(
        `Daemon: ${plans} plans, ${merged} merged, ${result.crashes} crashes, ${result.events.length} events; ${hours.toFixed(0)} simulated hours in ${seconds.toFixed(1)} s: ${(hours / seconds).toFixed(1)} hours per second.\n`,
      )
  })

  it('DL-12 DL-14 what rests goes on when its moment comes, also after a crash, though nothing else happens', async () => {
    for (const fate of ['slow down', 'forge down'] as const)
      for (let seed = 1; seed <= 10; seed++) {
        const scenario = story({ plans: 2, lanes: [1], fate, patience: 5_000 })
        const crashes = randomCrashes(seededRandom(seed), 0.05, 20)
        const result = await simulate(scenario, { seed, crashes })
        expect(result.violation, describeFailure(seed, 'rests', result)).toBeNull()
      }
  })

  it('DL-24 in fair weather every plan is merged', async () => {
    const { violation, traces } = await simulate(story({ plans: 20 }), { seed: 2, crashes: noCrash })
    expect(violation).toBeNull()
    expect(traces).toEqual(Array.from({ length: 20 }, () => true))
  })
})
