/** Owns what one seed means for each simulated playbook, and how its processes crash. */
import { randomCrashes } from '../engine/crash-plan.ts'
import { everyBoundary } from '../engine/every-boundary.ts'
import { seededRandom } from '../engine/random.ts'
import type { Scenario } from '../engine/scenario.ts'
import { type SimResult, simulate } from '../engine/simulate.ts'
import * as simulated from './simulated.ts'

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

export type SeededPlaybook = keyof typeof simulated
export const seededPlaybooks = Object.keys(simulated) as readonly SeededPlaybook[]

type AnyScenario = (seed: number) => Scenario<unknown, unknown>
const scenarios = { ...simulated } as unknown as Readonly<Record<SeededPlaybook, AnyScenario>>

export const runSeed = (seed: number, playbook: SeededPlaybook = 'delivery'): Promise<SeedRun> =>
  seeded(scenarios[playbook]).runSeed(seed)

export const runSeedAtEveryBoundary = (seed: number, playbook: SeededPlaybook): AsyncGenerator<SeedRun> =>
  seeded(scenarios[playbook]).atEveryBoundary(seed)
