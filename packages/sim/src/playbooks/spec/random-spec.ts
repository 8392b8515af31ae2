/** Owns the spec that a seed stands for: its depth, weather, people and agents. */
import { seededRandom } from '../../engine/random.ts'
import type { Fault, Weather } from '../../world/weather.ts'
import { plainInput } from './input.ts'
import { drawnMoods } from './spec-agents.ts'
import { specScenario } from './spec-world.ts'

const possible: ReadonlySet<Fault> = new Set(['command fails', 'lane in use'])

export function randomSpec(seed: number) {
  const random = seededRandom(seed).about('spec')
  const roughness = random.pick([0, 0, 0.02, 0.1])
  const weather: Weather = {
    strikes: (fault, luck) => possible.has(fault) && luck.chance(roughness),
  }
  return specScenario({
    name: `spec ${seed}`,
    input: {
      ...plainInput,
      depth: random.pick(['quick', 'deep']),
      scan: random.pick(['ask', 'scan', 'skip']),
      claudeMd: random.pick([null, 'rule\n'.repeat(49), 'rule\n'.repeat(50)]),
    },
    moods: drawnMoods(random),
    weather,
    eagerness: random.pick([0, 0, 0.05, 0.2]),
  })
}
