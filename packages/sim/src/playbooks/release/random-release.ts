/** Owns the release gate that a seed stands for: its weather, its people and what is delivered. */
import { seededRandom } from '../../engine/random.ts'
import type { Fault, Weather } from '../../world/weather.ts'
import { releaseScenario } from './release-world.ts'

const possible: ReadonlySet<Fault> = new Set([
  'command fails',
  'lane in use',
  'check never ran',
  'check times out',
  'flaky check fails',
])

export function randomRelease(seed: number) {
  const random = seededRandom(seed).about('release')
  const roughness = random.pick([0, 0, 0.02, 0.1])
  const weather: Weather = {
    strikes: (fault, luck) => possible.has(fault) && luck.chance(roughness),
  }
  return releaseScenario({
    name: `release ${seed}`,
    weather,
    eagerness: random.pick([0, 0, 0.05, 0.2]),
    isDelivered: random.chance(0.9),
  })
}
