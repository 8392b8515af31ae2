/** Owns what one seed means: which world, and how its processes crash. */
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import { randomCrashes } from './crash-plan.ts'
import { randomDelivery } from './delivery/random-delivery.ts'
import { everyBoundary } from './every-boundary.ts'
import { seededRandom } from './random.ts'
import { type SimResult, simulate } from './simulate.ts'

export interface SeedRun {
  readonly scenario: string
  readonly result: SimResult<DeliveryState>
}

/** The seed's world, with crashes at random. */
export async function runSeed(seed: number): Promise<SeedRun> {
  const random = seededRandom(seed).about('crashes')
  const crashes = randomCrashes(random, random.pick([0, 0.005, 0.02, 0.1]), 30)
  const scenario = randomDelivery(seed)
  return { scenario: scenario.name, result: await simulate(scenario, { seed, crashes }) }
}

/** The seed's world once without a crash, then once for each of its boundaries with a crash there. */
export async function* runSeedAtEveryBoundary(seed: number): AsyncGenerator<SeedRun> {
  const { name } = randomDelivery(seed)
  for await (const { boundary, result } of everyBoundary(() => randomDelivery(seed), seed))
    yield { scenario: boundary === null ? name : `${name}, crash at ${boundary}`, result }
}
