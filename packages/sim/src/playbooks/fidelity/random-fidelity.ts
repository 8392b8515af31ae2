/** Owns the audit that a seed stands for: its weather, people, auditors and product. */
import { seededRandom } from '../../engine/random.ts'
import type { Fault, Weather } from '../../world/weather.ts'
import { drawnMoods } from './fidelity-agents.ts'
import { fidelityScenario } from './fidelity-world.ts'

const possible: ReadonlySet<Fault> = new Set([
  'command fails',
  'lane in use',
  'checkout is in the way of the completion',
])

export function randomFidelity(seed: number) {
  const random = seededRandom(seed).about('fidelity')
  const roughness = random.pick([0, 0, 0.02, 0.1])
  const weather: Weather = {
    strikes: (fault, luck) => possible.has(fault) && luck.chance(roughness),
  }
  const accepts = random.chance(0.2)
  return fidelityScenario({
    name: `fidelity ${seed}`,
    moods: drawnMoods(random),
    weather,
    eagerness: random.pick([0, 0, 0.05, 0.2]),
    isUnderReview: accepts || random.chance(0.4),
    accepts,
  })
}
