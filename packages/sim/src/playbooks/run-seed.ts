/** Owns what one seed means for each playbook: which world, and how its processes crash. */
import { randomCrashes } from '../engine/crash-plan.ts'
import { everyBoundary } from '../engine/every-boundary.ts'
import { seededRandom } from '../engine/random.ts'
import type { Scenario } from '../engine/scenario.ts'
import { type SimResult, simulate } from '../engine/simulate.ts'
import { randomDelivery } from './delivery/random-delivery.ts'
import { randomHandbook } from './handbook/random-handbook.ts'
import { randomMission } from './mission/random-mission.ts'

export const seededPlaybooks = ['delivery', 'handbook', 'mission'] as const
export type SeededPlaybook = (typeof seededPlaybooks)[number]

export interface SeedRun {
  readonly scenario: string
  readonly result: SimResult<unknown>
}

/** The seed's world, with crashes at random. */
export function runSeed(seed: number, playbook: SeededPlaybook = 'delivery'): Promise<SeedRun> {
  switch (playbook) {
    case 'delivery':
      return withCrashes(seed, randomDelivery(seed))
    case 'handbook':
      return withCrashes(seed, randomHandbook(seed))
    case 'mission':
      return withCrashes(seed, randomMission(seed))
  }
}

async function withCrashes<Input, State>(seed: number, scenario: Scenario<Input, State>): Promise<SeedRun> {
  const random = seededRandom(seed).about('crashes')
  const crashes = randomCrashes(random, random.pick([0, 0.005, 0.02, 0.1]), 30)
  return { scenario: scenario.name, result: await simulate(scenario, { seed, crashes }) }
}

/** The seed's world once without a crash, then once for each of its boundaries with a crash there. */
export function runSeedAtEveryBoundary(seed: number, playbook: SeededPlaybook): AsyncGenerator<SeedRun> {
  switch (playbook) {
    case 'delivery':
      return atEveryBoundary(seed, () => randomDelivery(seed))
    case 'handbook':
      return atEveryBoundary(seed, () => randomHandbook(seed))
    case 'mission':
      return atEveryBoundary(seed, () => randomMission(seed))
  }
}

async function* atEveryBoundary<Input, State>(
  seed: number,
  scenario: () => Scenario<Input, State>,
): AsyncGenerator<SeedRun> {
  const { name } = scenario()
  for await (const { boundary, result } of everyBoundary(scenario, seed))
    yield { scenario: boundary === null ? name : `${name}, crash at ${boundary}`, result }
}
