/** Owns the record of OpenPull. Repeated, it finds the pull request that is open for the branch. */
import type { OpenPull } from '@harness/core/effects/open-pull'
import { asRecorded, type Effect } from '../effect.ts'
import { commandFailed, forgeFailed } from '../failure-endings.ts'
import { mergedByForge, mergeRefused } from '../landing/landing-endings.ts'
import { facts, line, oneLine } from '../progress-line.ts'
import { forgeAtHand, type PullPorts } from './forge-at-hand.ts'
import { openPull } from './open-pull.ts'
import { pullClosed } from './pull-closed.ts'

export const openPullEffect: Effect<OpenPull, PullPorts> = {
  type: 'OpenPull',
  perform: (command, attempt, ports) => openPull(command, attempt, ports, forgeAtHand(ports)),
  carriesNotes: true,
  outcomes: {
    PullOpened: {
      line: ({ created, url }, { took }) =>
        line('pull', facts(`${created ? 'opened' : 'brought up to date'}: ${oneLine(url)}`, took), {
          tone: 'good',
        }),
      log: ({ url }) => url,
      replay: asRecorded,
    },
    PullClosed: pullClosed,
    LaneMerged: mergedByForge,
    MergeRefused: mergeRefused,
    ForgeFailed: forgeFailed,
    CommandFailed: commandFailed,
  },
}
