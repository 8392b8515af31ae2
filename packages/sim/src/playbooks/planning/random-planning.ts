/** Owns the planning that a seed stands for: its weather, people and planners. */
import { seededRandom } from '../../engine/random.ts'
import type { Fault, Weather } from '../../world/weather.ts'
import { drawnMoods } from './planning-agents.ts'
import { planningScenario } from './planning-world.ts'

const possible: ReadonlySet<Fault> = new Set(['command fails', 'lane in use'])

export function randomPlanning(seed: number) {
  const random = seededRandom(seed).about('planning')
  const roughness = random.pick([0, 0, 0.02, 0.1])
  const weather: Weather = {
    strikes: (fault, luck) => possible.has(fault) && luck.chance(roughness),
  }
  return planningScenario({
    name: `planning ${seed}`,
    moods: drawnMoods(random),
    weather,
    eagerness: random.pick([0, 0, 0.05, 0.2]),
  })
}
