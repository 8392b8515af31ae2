/** Owns the generation of a handbook that a seed stands for: its weather, people and planners. */
import { seededRandom } from '../../engine/random.ts'
import type { Fault, Weather } from '../../world/weather.ts'
import { drawnMoods } from './generation-agents.ts'
import { generationScenario } from './generation-world.ts'
import { plainInput } from './input.ts'

const possible: ReadonlySet<Fault> = new Set(['command fails', 'lane in use'])

export function randomGeneration(seed: number) {
  const random = seededRandom(seed).about('handbook generation')
  const roughness = random.pick([0, 0, 0.02, 0.1])
  const weather: Weather = {
    strikes: (fault, luck) => possible.has(fault) && luck.chance(roughness),
  }
  return generationScenario({
    name: `handbook generation ${seed}`,
    input: { ...plainInput, replace: random.chance(0.5) },
    moods: drawnMoods(random),
    weather,
    eagerness: random.pick([0, 0, 0.05, 0.2]),
  })
}
