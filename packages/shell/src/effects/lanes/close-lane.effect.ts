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
      line: ({ kept, keepsBranch }) =>
        line(
          'close',
          kept !== null
            ? `kept: ${oneLine(kept)}`
            : keepsBranch === true
              ? 'lane put away; its branch stays'
              : 'lane and branch put away',
        ),
      log: ({ kept }) => kept ?? '',
      redact: (outcome, redact) => ({
        ...outcome,
        kept: outcome.kept === null ? null : redact(outcome.kept),
      }),
      replay: {
        how: 'again',
        // Earlier versions did not record that the branch stays.
        reconcile: ({ kept, keepsBranch }, { keepsBranch: _, ...again }) => ({
          ...again,
          kept,
          ...(keepsBranch === undefined ? {} : { keepsBranch }),
        }),
      },
    },
    CommandFailed: commandFailed,
  },
}
