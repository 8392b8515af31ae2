/** Test support: a told delivery in which one thing is broken on purpose. */

import type { Playbook } from '@harness/core/kernel/playbook'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import type { Command } from '@harness/core/playbooks/every-effect'
import type { Adapters } from '@harness/shell/engine/loop/adapters'
import { noCrash } from '../engine/crash-plan.ts'
import type { Scenario, Stage } from '../engine/scenario.ts'
import { type SimOptions, simulate } from '../engine/simulate.ts'
import type { Story } from '../playbooks/delivery/stories.ts'
import { storyScenario } from '../playbooks/delivery/stories.ts'
import type { Site } from '../world/ground.ts'

export interface Breakage extends Partial<Story> {
  readonly playbook?: Partial<Playbook<DeliveryInput, DeliveryState, Command>>
  readonly crashes?: SimOptions['crashes']
  adapters?(adapters: Adapters, site: Site, stage: Stage): Adapters
}

export async function violationIn({ crashes = noCrash, ...breakage }: Breakage) {
  const { violation } = await simulate(brokenDelivery(breakage), { seed: 1, crashes })
  return violation
}

export const brokenDelivery = ({ playbook, adapters, ...story }: Omit<Breakage, 'crashes'>) =>
  broken({ ...plain, ...story }, playbook, adapters)

const plain: Story = { name: 'broken', ending: 'ended: done (0)', repeatable: false }

function broken(
  story: Story,
  playbook: Breakage['playbook'] = {},
  mutate: Breakage['adapters'] = (adapters) => adapters,
): Scenario<DeliveryInput, DeliveryState> {
  let seen: { readonly site: Site; readonly stage: Stage } | null = null
  const scenario = storyScenario(story, (stage, site) => {
    seen = { site, stage }
  })
  return {
    ...scenario,
    playbook: { ...delivery, ...playbook },
    open(stage) {
      const world = scenario.open(stage)
      return {
        ...world,
        adapters: (process) => {
          if (seen === null) throw new Error('the world has no site')
          return mutate(world.adapters(process), seen.site, seen.stage)
        },
      }
    },
  }
}
