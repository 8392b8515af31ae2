/** Owns the record of CloseLane. Repeated, each step looks at what is still there. */
import type { CloseLane } from '@harness/core/effects/close-lane'
import type { Effect } from '../effect.ts'
import { commandFailed } from '../failure-endings.ts'
import { line, oneLine } from '../progress-line.ts'
import { closeLane } from './close-lane.ts'
import type { LanePorts } from './lane-ports.ts'

export const closeLaneEffect: Effect<CloseLane, LanePorts> = {
  type: 'CloseLane',
  perform: closeLane,
  outcomes: {
    LaneClosed: {
      line: ({ kept }) =>
        line('close', kept === null ? 'lane and branch put away' : `kept: ${oneLine(kept)}`),
      log: ({ kept }) => kept ?? '',
      redact: (outcome, redact) => ({
        ...outcome,
        kept: outcome.kept === null ? null : redact(outcome.kept),
      }),
      replay: { how: 'again', reconcile: ({ kept }, again) => ({ ...again, kept }) },
    },
    CommandFailed: commandFailed,
  },
}
