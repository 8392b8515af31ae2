/** Owns the record of MergePull. Repeated, it first asks if the pull request is merged already. */
import type { MergePull } from '@harness/core/effects/merge-pull'
import { momentText } from '@harness/formats/text/amounts'
import type { Effect } from '../effect.ts'
import { commandFailed, forgeFailed } from '../failure-endings.ts'
import { mergedByForge, mergeRefused } from '../landing/landing-endings.ts'
import { line, oneLine } from '../progress-line.ts'
import { forgeAtHand, type PullPorts } from './forge-at-hand.ts'
import { mergePull } from './merge-pull.ts'
import { pullClosed } from './pull-closed.ts'

export const mergePullEffect: Effect<MergePull, PullPorts> = {
  type: 'MergePull',
  perform: (command, attempt, ports) => mergePull(command, attempt, ports, forgeAtHand(ports)),
  carriesNotes: true,
  started: ({ how, label, deadline }, _sight, at) =>
    how === 'direct'
      ? null
      : line('merge', `labelled ${oneLine(label)}; the forge is to merge it by ${momentText(deadline, at)}`, {
          begins: true,
        }),
  outcomes: {
    LaneMerged: mergedByForge,
    MergeRefused: mergeRefused,
    PullClosed: pullClosed,
    ForgeFailed: forgeFailed,
    CommandFailed: commandFailed,
  },
}
