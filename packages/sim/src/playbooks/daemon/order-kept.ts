import type { Event } from '@harness/core/playbooks/daemon/effects'
import type { DaemonState } from '@harness/core/playbooks/daemon/state'
import type { Checker } from '../../engine/checker.ts'
import type { SimPlans } from './plans.ts'

/** The plan that a command is about. */
export const workIn = (commandId: string | null): string => commandId?.split('/')[2] ?? ''

/** No run begins before all that its plan depends on is merged, and no plan has two at work on it. */
export function orderKept(plans: SimPlans): Checker<DaemonState, Event> {
  return {
    name: 'order kept',
    changed({ kind, commandId }) {
      const id = workIn(commandId)
      if (kind === 'merged') return plans.isDue(id) ? null : `${id} was merged before what it depends on`
      if (kind !== 'work begins') return null
      if (!plans.isDue(id)) return `${id} was begun before what it depends on was merged`
      const daemons = plans.workersOf(id).filter(({ byDaemon }) => byDaemon).length
      return daemons > 1 ? `${id} was begun while the daemon worked on it` : null
    },
  }
}
