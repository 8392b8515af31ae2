/** Owns the delivery that a seed stands for: its input, its weather, its people and its agents. */
import { deliveryPhases } from '@harness/core/playbooks/delivery/input'
import { seededRandom } from '../../engine/random.ts'
import { disturbedBy, interruptedBetween } from '../../world/disturbances.ts'
import { moodyPeople } from '../../world/moody-people.ts'
import { type Fault, swarmWeather } from '../../world/weather.ts'
import { withBaseCheck } from '../../world/with-base-check.ts'
import { deliveryScenario } from './delivery-world.ts'
import { drawnInput } from './input.ts'
import { moodyAgents } from './moody-agents.ts'

const mostFullDisks = 3

export function randomDelivery(seed: number) {
  const random = seededRandom(seed).about('delivery')
  const attended = random.chance(0.4)
  return deliveryScenario({
    name: `delivery ${seed}${attended ? ', attended' : ''}`,
    input: withBaseCheck(drawnInput(random), random),
    ...(random.about('red base').chance(0.15) ? { redBase: true as const } : {}),
    attended,
    confined: random.about('confined').chance(0.4),
    cast(stage, site) {
      const weather = swarmWeather(stage.random.about('weather'), stage.tally)
      const fullDisk = (fault: Fault): (() => boolean) => {
        const luck = stage.random.about(fault)
        let times = 0
        return () => times < mostFullDisks && luck.chance(0.05) && weather.strikes(fault, luck) && ++times > 0
      }
      return {
        weather,
        agents: moodyAgents(stage, weather),
        manners: moodyPeople(stage, site, { attended, phases: deliveryPhases }),
        disturb: disturbedBy(stage, site, weather),
        heard: interruptedBetween(stage, weather),
        isDiskFull: fullDisk('journal disk is full'),
        isSidecarDiskFull: fullDisk('sidecar disk is full'),
      }
    },
  })
}
