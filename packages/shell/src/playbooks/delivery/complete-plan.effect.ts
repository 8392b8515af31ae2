/** Owns the record of CompletePlan. Repeated, it finds its own commit on the base branch by the command's id. */
import type { CompletePlan } from '@harness/core/effects/complete-plan'
import type { Effect } from '../../effects/effect.ts'
import { commandFailed, forgeFailed } from '../../effects/failure-endings.ts'
import { forgeAtHand, type PullPorts } from '../../effects/forge/forge-at-hand.ts'
import { mergeRefused, parentOfOwnCommit } from '../../effects/landing/landing-endings.ts'
import { line, oneLine } from '../../effects/progress-line.ts'
import { completePlan } from './complete-plan.ts'

export const completePlanEffect: Effect<CompletePlan, PullPorts> = {
  type: 'CompletePlan',
  perform: (command, attempt, ports) => completePlan(command, attempt, ports, forgeAtHand(ports)),
  outcomes: {
    PlanCompleted: {
      line: ({ path }) => line('complete', `plan moved to ${oneLine(path)}`),
      log: ({ commit }) => commit,
      replay: { how: 'again', baseBefore: parentOfOwnCommit },
    },
    MergeRefused: mergeRefused,
    ForgeFailed: forgeFailed,
    CommandFailed: commandFailed,
  },
}
