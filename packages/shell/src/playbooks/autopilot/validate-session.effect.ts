/** Owns the record of ValidateSession. The files are people's too, so that a replay takes what was found then. */
import type { ValidateSession } from '@harness/core/effects/validate-session'
import { phaseOf } from '@harness/core/kernel/ids'
import { asRecorded, type Effect } from '../../effects/effect.ts'
import { commandFailed } from '../../effects/failure-endings.ts'
import { line } from '../../effects/progress-line.ts'
import type { CheckoutPorts } from './look-for-plan.ts'
import { validateSession } from './validate-session.ts'

export const validateSessionEffect: Effect<ValidateSession, CheckoutPorts> = {
  type: 'ValidateSession',
  perform: validateSession,
  outcomes: {
    SessionValidated: {
      line: ({ commandId, problems }) =>
        problems.length === 0
          ? line(phaseOf(commandId), 'files of the session are valid', { tone: 'good' })
          : line(phaseOf(commandId), 'files of the session have problems', {
              tone: 'bad',
              detail: [...problems],
            }),
      log: ({ problems }) => `${problems.length} problems`,
      replay: asRecorded,
    },
    CommandFailed: commandFailed,
  },
}
