import type { Event } from '@harness/core/playbooks/daemon/effects'
import type { DaemonState } from '@harness/core/playbooks/daemon/state'
import type { Checker } from '../../engine/checker.ts'
import type { SimPlans } from './plans.ts'

/** How many looks back the limit may be that a begin keeps to: the latest one may not have been folded. */
const looksBack = 3

/** Never more runs than lanes. Fewer lanes end no run: they count for what begins. */
export function lanesKept(plans: SimPlans): Checker<DaemonState, Event> {
  const lanes: number[] = []
  return {
    name: 'lanes kept',
    durable(event) {
      if (event.type !== 'LookedAround') return null
      const seen = event.facts.config?.settings.lanes ?? lanes.at(-1)
      if (seen !== undefined) lanes.push(seen)
      return null
    },
    changed({ kind }) {
      const most = Math.max(0, ...lanes.slice(-looksBack))
      const { length } = plans.atWork()
      return kind === 'work begins' && length > most ? `${length} runs on ${most} lanes` : null
    },
  }
}
