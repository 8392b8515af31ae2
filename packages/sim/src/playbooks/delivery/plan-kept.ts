import type { Event } from '@harness/core/playbooks/delivery/effects'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import type { Checker } from '../../engine/checker.ts'
import { baseTip } from '../../world/base-branch.ts'
import type { Site } from '../../world/ground.ts'

/** A plan is completed only after its change is merged, and moves as people last wrote it. */
export function planKept<State>(site: Site, { plan }: DeliveryInput): Checker<State, Event> {
  let merged = false
  return {
    name: 'plan kept',
    changed({ kind }) {
      if (kind === 'merged' || kind === 'merged by a person') merged = true
      if (kind !== 'plan completed') return null
      if (!merged) return 'the plan was completed, but nothing was merged'
      const tip = baseTip(site)
      const [before] = tip.parents.map((parent) => site.repository.commitOf(parent).files[plan.path])
      return tip.files[plan.completedPath] === before ? null : 'the plan was moved with another text'
    },
  }
}
