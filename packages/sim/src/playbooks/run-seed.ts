/** Registers the playbooks that are simulated: what one seed means for each, and how its processes crash. */
import { randomCrashes } from '../engine/crash-plan.ts'
import { everyBoundary } from '../engine/every-boundary.ts'
import { seededRandom } from '../engine/random.ts'
import type { Scenario } from '../engine/scenario.ts'
import { type SimResult, simulate } from '../engine/simulate.ts'
import { randomDelivery } from './delivery/random-delivery.ts'
import { randomHandbook } from './handbook/random-handbook.ts'
import { randomGeneration } from './handbook-generation/random-generation.ts'
import { randomMission } from './mission/random-mission.ts'

export interface SeedRun {
  readonly scenario: string
  readonly result: SimResult<unknown>
}

interface SeededWorld {
  /** The seed's world, with crashes at random. */
  runSeed(seed: number): Promise<SeedRun>
  /** The seed's world once without a crash, then once for each of its boundaries with a crash there. */
  atEveryBoundary(seed: number): AsyncGenerator<SeedRun>
}

const seeded = <Input, State>(scenarioOf: (seed: number) => Scenario<Input, State>): SeededWorld => ({
  async runSeed(seed) {
    const scenario = scenarioOf(seed)
    const random = seededRandom(seed).about('crashes')
    const crashes = randomCrashes(random, random.pick([0, 0.005, 0.02, 0.1]), 30)
    return { scenario: scenario.name, result: await simulate(scenario, { seed, crashes }) }
  },
  async *atEveryBoundary(seed) {
    const { name } = scenarioOf(seed)
    for await (const { boundary, result } of everyBoundary(() => scenarioOf(seed), seed))
      yield { scenario: boundary === null ? name : `${name}, crash at ${boundary}`, result }
  },
})

const worlds = {
  delivery: seeded(randomDelivery),
  handbook: seeded(randomHandbook),
  'handbook-generation': seeded(randomGeneration),
  mission: seeded(randomMission),
}

export type SeededPlaybook = keyof typeof worlds
export const seededPlaybooks = Object.keys(worlds) as readonly SeededPlaybook[]

export const runSeed = (seed: number, playbook: SeededPlaybook = 'delivery'): Promise<SeedRun> =>
  worlds[playbook].runSeed(seed)

export const runSeedAtEveryBoundary = (seed: number, playbook: SeededPlaybook): AsyncGenerator<SeedRun> =>
  worlds[playbook].atEveryBoundary(seed)
