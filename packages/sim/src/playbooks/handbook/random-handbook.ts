/** Owns the handbook that a seed stands for: its prompts, limits, weather, people and agents. */
import { seededRandom } from '../../engine/random.ts'
import type { Fault, Weather } from '../../world/weather.ts'
import { drawnMoods } from './handbook-agents.ts'
import { handbookScenario } from './handbook-world.ts'
import { drawnHandbook, drawnInput } from './input.ts'

const possible: ReadonlySet<Fault> = new Set([
  'command fails',
  'check never ran',
  'check times out',
  'agent removes a test',
  'flaky check fails',
  'merge finds another tree',
  'checkout is in the way',
  'lane in use',
])

export function randomHandbook(seed: number) {
  const random = seededRandom(seed).about('handbook')
  const roughness = random.pick([0, 0, 0.01, 0.03])
  const weather: Weather = {
    strikes: (fault, luck) => possible.has(fault) && luck.chance(roughness),
  }
  return handbookScenario({
    name: `handbook ${seed}`,
    input: drawnInput(random),
    documents: drawnHandbook(random),
    moods: drawnMoods(random),
    weather,
    eagerness: random.pick([0, 0, 0.01, 0.05]),
  })
}
