/** Owns the handbook that a seed stands for: its prompts, limits, weather, people and agents. */
import { seededRandom } from '../../engine/random.ts'
import { faultsInLanes } from '../../world/weather.ts'
import { withBaseCheck } from '../../world/with-base-check.ts'
import { drawnMoods } from './handbook-agents.ts'
import { handbookScenario } from './handbook-world.ts'
import { drawnHandbook, drawnInput } from './input.ts'

export function randomHandbook(seed: number) {
  const random = seededRandom(seed).about('handbook')
  const roughness = random.pick([0, 0, 0.01, 0.03])
  return handbookScenario({
    name: `handbook ${seed}`,
    input: withBaseCheck(drawnInput(random), random),
    documents: drawnHandbook(random),
    moods: drawnMoods(random),
    weather: { strikes: (fault, luck) => faultsInLanes.includes(fault) && luck.chance(roughness) },
    eagerness: random.pick([0, 0, 0.01, 0.05]),
    confined: random.chance(0.5),
  })
}
