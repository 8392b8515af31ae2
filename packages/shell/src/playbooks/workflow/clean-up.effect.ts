/** Owns the record of CleanUp. Its line names every path before anything is removed. */

import type { CleanUp } from '@harness/core/effects/clean-up'
import { phaseOf } from '@harness/core/kernel/ids'
import { asRecorded, type Effect } from '../../effects/effect.ts'
import { commandFailed } from '../../effects/failure-endings.ts'
import { line, oneLine } from '../../effects/progress-line.ts'
import { cleanUp } from './clean-up.ts'
import type { CleanUpPorts } from './workflow-ports.ts'

export const cleanUpEffect: Effect<CleanUp, CleanUpPorts> = {
  type: 'CleanUp',
  perform: cleanUp,
  started(command, sight) {
    const paths = [...command.docs, ...command.working]
    const said = sight.aside(command) ?? `− ${paths.join(', ')}`
    return paths.length === 0 ? null : line(phaseOf(command.id), oneLine(said))
  },
  outcomes: {
    CleanedUp: { line: () => null, log: ({ removed }) => removed.join(', '), replay: asRecorded },
    CleanUpRefused: {
      line: ({ commandId, path, why }) =>
        line(phaseOf(commandId), oneLine(`${path}: ${why}`), { tone: 'warn' }),
      log: ({ path, why }) => `${path}: ${why}`,
      replay: asRecorded,
    },
    CommandFailed: commandFailed,
  },
}
