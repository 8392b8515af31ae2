/** Owns the twin of HoldPlans. */
import type { HoldPlans, PlansHeld } from '@harness/core/effects/hold-plans'
import type { MergeRefused } from '@harness/core/effects/merge-lane'
import { refused } from '../../world/any-landing.ts'
import { baseTip, extendBase, foundOnBase } from '../../world/base-branch.ts'
import { checkoutInTheWay } from '../../world/checkout-in-the-way.ts'
import { freshAt, type Twin } from '../../world/twin.ts'
import { hold, type SimPlans } from './sim-plans.ts'

/** Repeated, the plans are as it wants them already. */
export const holdPlansTwin = (plans: SimPlans): Twin<HoldPlans> => ({
  async perform(ground, command, { signal }): Promise<PlansHeld | MergeRefused> {
    const { process, stage, site } = ground
    await process.sleep(200, signal)
    const event = () => ({ at: stage.wall.now(), commandId: command.id })
    if (checkoutInTheWay(ground, command.id, 'checkout is in the way of the completion'))
      return { ...event(), type: 'MergeRefused', reason: 'checkout-in-the-way', detail: 'a plan has changes' }
    return process.effect('holding plans', () => {
      const ids = hold(plans, command.review !== null)
      const made = foundOnBase(site, command.id)
      const { files } = baseTip(site)
      const { hash } =
        made ??
        extendBase(site, {
          files,
          parents: [baseTip(site).hash],
          message: command.message,
          author: 'harness',
          commandId: command.id,
        })
      if (made === null) stage.changed({ kind: 'plans held', commandId: command.id, once: command.id })
      return { ...event(), type: 'PlansHeld', plans: ids, underWay: [], commit: hash }
    })
  },
  any: ({ review }, luck, base) =>
    luck.chance(0.7)
      ? {
          ...base,
          type: 'PlansHeld',
          plans: luck.chance(0.5) ? ['0003'] : [],
          underWay: review !== null && luck.chance(0.3) ? ['0004'] : [],
          commit: freshAt(base).commit,
        }
      : refused(base, luck, ['checkout-in-the-way', 'push-rejected']),
})
