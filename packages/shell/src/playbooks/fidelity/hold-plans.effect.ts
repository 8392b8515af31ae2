/** Owns the record of HoldPlans. A replay takes what it did: it depends on runs that a replay does not have. */
import type { HoldPlans, PlansHeld } from '@harness/core/effects/hold-plans'
import { asRecorded, type Effect } from '../../effects/effect.ts'
import { commandFailed, forgeFailed } from '../../effects/failure-endings.ts'
import { forgeAtHand, type PullPorts } from '../../effects/forge/forge-at-hand.ts'
import { mergeRefused } from '../../effects/landing/landing-endings.ts'
import { line } from '../../effects/progress-line.ts'
import { holdPlans } from './hold-plans.ts'

export const holdPlansEffect: Effect<HoldPlans, PullPorts> = {
  type: 'HoldPlans',
  perform: (command, attempt, ports) => holdPlans(command, attempt, ports, forgeAtHand(ports)),
  outcomes: {
    PlansHeld: {
      line: ({ plans }) => (plans.length === 0 ? null : line('plans', plans.join(', '))),
      log: ({ plans, commit }: PlansHeld) => `${plans.join(', ')} ${commit}`.trim(),
      replay: { how: 'recorded', baseAfter: ({ commit }) => commit },
    },
    MergeRefused: { ...mergeRefused, replay: asRecorded },
    ForgeFailed: forgeFailed,
    CommandFailed: commandFailed,
  },
}
