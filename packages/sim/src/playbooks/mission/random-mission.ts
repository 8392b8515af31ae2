/** Owns the mission that a seed stands for: its plan, limits, weather, people and agents. */
import type { BaseCheck } from '@harness/core/work/base-first-state'
import { seededRandom } from '../../engine/random.ts'
import { type Fault, faultsInLanes, type Weather } from '../../world/weather.ts'
import { withBaseCheck } from '../../world/with-base-check.ts'
import { drawnInput, drawnPlan } from './input.ts'
import { drawnMoods } from './mission-agents.ts'
import { missionScenario } from './mission-world.ts'

const possible: ReadonlySet<Fault> = new Set([
  ...faultsInLanes,
  'smoke test fails',
  'hook fails',
  'no browser on the machine',
  'port is taken',
  'product never gets ready',
  'forge does not let us in',
  'forge is limited',
  'forge is unreachable',
  'forge never reports',
  'forge has no checks',
  'check fails on the forge',
  'push is rejected',
])

export function randomMission(seed: number, baseCheck?: BaseCheck) {
  const random = seededRandom(seed).about('mission')
  const roughness = random.pick([0, 0, 0.01, 0.03])
  const weather: Weather = {
    strikes: (fault, luck) =>
      possible.has(fault) && luck.chance(fault === 'smoke test fails' ? roughness * 10 : roughness),
  }
  return missionScenario({
    name: `mission ${seed}`,
    input: withBaseCheck(drawnInput(random), random, baseCheck),
    plan: drawnPlan(random),
    moods: drawnMoods(random),
    weather,
    confined: random.about('confined').chance(0.3),
    eagerness: random.pick([0, 0, 0.01, 0.03]),
    mergeEagerness: random.about('merging').pick([0, 0.1, 0.3]),
  })
}
