/** Owns the workflow that a seed stands for: its input, weather, people and agents. */
import type { BaseCheck } from '@harness/core/work/base-first-state'
import { seededRandom } from '../../engine/random.ts'
import { faultsInLanes } from '../../world/weather.ts'
import { withBaseCheck } from '../../world/with-base-check.ts'
import { drawnInput } from './input.ts'
import { drawnMoods } from './workflow-agents.ts'
import { workflowScenario } from './workflow-world.ts'

export function randomWorkflow(seed: number, baseCheck?: BaseCheck) {
  const random = seededRandom(seed).about('workflow')
  const roughness = random.pick([0, 0, 0.02, 0.05])
  return workflowScenario({
    name: `workflow ${seed}`,
    input: withBaseCheck(drawnInput(random), random, baseCheck),
    moods: drawnMoods(random),
    weather: { strikes: (fault, luck) => faultsInLanes.includes(fault) && luck.chance(roughness) },
    eagerness: random.pick([0, 0, 0.01, 0.05]),
  })
}
