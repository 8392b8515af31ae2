/** Owns the record of LookForPlan. Plans are people's, so that a replay takes what was found then. */
import type { LookForPlan } from '@harness/core/effects/look-for-plan'
import { asRecorded, type Effect } from '../../effects/effect.ts'
import { commandFailed } from '../../effects/failure-endings.ts'
import { type CheckoutPorts, lookForPlan } from './look-for-plan.ts'

export const lookForPlanEffect: Effect<LookForPlan, CheckoutPorts> = {
  type: 'LookForPlan',
  perform: lookForPlan,
  outcomes: {
    PlanLookedFor: { line: () => null, log: ({ paths }) => paths.join(', '), replay: asRecorded },
    CommandFailed: commandFailed,
  },
}
