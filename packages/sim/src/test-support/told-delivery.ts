/** Test support: a told delivery in which one thing is broken on purpose. */

import type { Playbook } from '@harness/core/kernel/playbook'
import type { Command } from '@harness/core/playbooks/delivery/effects'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import type { WithBase } from '@harness/core/work/base-first'
import type { Performers } from '@harness/shell/effects/performer'
import { type Acts, actsOf, performersOf } from '@harness/shell/test-support/acts'
import { noCrash } from '../engine/crash-plan.ts'
import type { Scenario, Stage } from '../engine/scenario.ts'
import { type SimOptions, simulate } from '../engine/simulate.ts'
import type { Site } from '../world/ground.ts'
import type { Story } from './stories.ts'
import { storyScenario } from './stories.ts'

export interface Breakage extends Partial<Story> {
  readonly playbook?: Partial<Playbook<DeliveryInput, DeliveryState, Command>>
  readonly crashes?: SimOptions['crashes']
  acts?(acts: Acts<WithBase<Command>>, site: Site, stage: Stage): Acts<WithBase<Command>>
}

export async function violationIn({ crashes = noCrash, ...breakage }: Breakage) {
  const { violation } = await simulate(brokenDelivery(breakage), { seed: 1, crashes })
  return violation
}

export const brokenDelivery = ({ playbook, acts, ...story }: Omit<Breakage, 'crashes'>) =>
  broken({ ...plain, ...story }, playbook, acts)

const plain: Story = { name: 'broken', ending: 'ended: done (0)', repeatable: false }

function broken(
  story: Story,
  playbook: Breakage['playbook'] = {},
  mutate: Breakage['acts'] = (acts) => acts,
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
        performers: (process) => {
          if (seen === null) throw new Error('the world has no site')
          const performers = world.performers(process) as Performers<WithBase<Command>>
          return performersOf(mutate(actsOf(performers), seen.site, seen.stage))
        },
      }
    },
  }
}
