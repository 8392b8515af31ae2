/** Owns the site-reverse that a seed stands for: its weather, people and analysts. */
import { seededRandom } from '../../engine/random.ts'
import type { Fault, Weather } from '../../world/weather.ts'
import { drawnMoods } from './site-agents.ts'
import { siteScenario } from './site-world.ts'

const possible: ReadonlySet<Fault> = new Set(['command fails', 'lane in use', 'no browser on the machine'])

export function randomSiteReverse(seed: number) {
  const random = seededRandom(seed).about('site-reverse')
  const roughness = random.pick([0, 0, 0.02, 0.1])
  const weather: Weather = {
    strikes: (fault, luck) => possible.has(fault) && luck.chance(roughness),
  }
  return siteScenario({
    name: `site-reverse ${seed}`,
    moods: drawnMoods(random),
    weather,
    eagerness: random.pick([0, 0, 0.05, 0.2]),
  })
}
