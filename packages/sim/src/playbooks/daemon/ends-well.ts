import { isRunEvent } from '@harness/core/kernel/event'
import type { Event } from '@harness/core/playbooks/daemon/effects'
import { type DaemonState, worksIn } from '@harness/core/playbooks/daemon/state'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { SimPlans } from './plans.ts'

/** Each plan is merged, blocked with a reason and a next step, or known to wait for one that is blocked. Null if so. */
export function unsettled(state: DaemonState, plans: SimPlans): Complaint {
  const blocked = worksIn(state, 'blocked').map(({ id }) => id)
  const isBlocked = new Set(blocked)
  const behind = plans.behind(blocked)
  for (const id of plans.ids)
    if (!plans.isMerged(id) && !isBlocked.has(id) && !behind.has(id))
      return `${id} is neither merged nor blocked`
  const left = Object.values(state.work).find(({ phase }) => phase.type !== 'blocked')
  if (left !== undefined) return `${left.id} is still ${left.phase.type}`
  const told = state.seen?.behind.count ?? 0
  return told === behind.size
    ? null
    : `it tells of ${told} plans behind blocked ones, and there are ${behind.size}`
}

/** The end of a daemon without an operator: every plan has its end, its reason, and counts. */
export function endsWell(plans: SimPlans): Checker<DaemonState, Event> {
  let last: DaemonState | null = null
  const started = new Set<string>()
  return {
    name: 'ends well',
    durable(event) {
      if (isRunEvent(event, 'CommandIssued') && event.command.type === 'CarryOut')
        started.add(event.command.work)
      return null
    },
    folded(_event, state) {
      last = state
      return null
    },
    settled() {
      if (last === null) return 'it never began'
      const open = unsettled(last, plans)
      if (open !== null) return open
      for (const { id, phase } of worksIn(last, 'blocked'))
        if (phase.type === 'blocked' && (phase.reason === '' || phase.next === ''))
          return `${id} is blocked, and it does not say why`
      const { length } = plans.mergedBy('daemon')
      if (last.merges.count !== length)
        return `it counts ${last.merges.count} merges, and there were ${length}`
      return last.runsFired === started.size
        ? null
        : `it counts ${last.runsFired} plans that it started, and there were ${started.size}`
    },
  }
}
