/** Owns the daemon that a seed stands for: its plans, its lanes, its weather, and people beside it. */
import { seededRandom } from '../../engine/random.ts'
import { daemonScenario } from './daemon-world.ts'

export function randomDaemon(seed: number) {
  const random = seededRandom(seed).about('daemon')
  return daemonScenario({
    name: `daemon ${seed}`,
    plans: random.int(1, 12),
    lanes: random.pick([[1], [2], [3], [4, 1], [1, 3, 2]]),
    roughness: random.pick([0, 1, 3, 6]),
    people: random.chance(0.3),
  })
}
