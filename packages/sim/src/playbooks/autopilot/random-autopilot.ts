/** Owns the autopilot that a seed stands for: its input, weather, people and agents. */
import type { BaseCheck } from '@harness/core/work/base-first-state'
import { type Random, seededRandom } from '../../engine/random.ts'
import { type Fault, faultsInLanes } from '../../world/weather.ts'
import { withBaseCheck } from '../../world/with-base-check.ts'
import { autopilotScenario } from './autopilot-world.ts'
import { drawnStart, type Start } from './input.ts'
import { drawnMoods } from './moods.ts'

const faults: readonly Fault[] = [
  ...faultsInLanes,
  'sidecar disk is full',
  'push is rejected',
  'forge is limited',
  'forge is unreachable',
  'forge does not let us in',
]

const withBase = (start: Start, random: Random, only?: BaseCheck): Start => ({
  ...start,
  input: withBaseCheck(start.input, random, only),
})

export function randomAutopilot(seed: number, baseCheck?: BaseCheck) {
  const random = seededRandom(seed).about('autopilot')
  const roughness = random.pick([0, 0, 0.01, 0.03])
  return autopilotScenario({
    ...withBase(drawnStart(random), random, baseCheck),
    name: `autopilot ${seed}`,
    moods: drawnMoods(random),
    weather: { strikes: (fault, luck) => faults.includes(fault) && luck.chance(roughness) },
    eagerness: random.pick([0, 0, 0.005, 0.02]),
  })
}
