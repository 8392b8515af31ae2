/** Owns the record of Freeze. Repeated, the repository is frozen already. */
import type { Freeze } from '@harness/core/effects/freeze'
import { asRecorded, type Effect } from '../effect.ts'
import type { FailurePorts } from '../failure/expected-failure.ts'
import { commandFailed } from '../failure-endings.ts'
import { line, oneLine } from '../progress-line.ts'
import { freezeRepository } from './freeze.ts'

export const freezeEffect: Effect<Freeze, FailurePorts & { readonly stateDir: string }> = {
  type: 'Freeze',
  perform: freezeRepository,
  outcomes: {
    Frozen: {
      line: ({ reason }) => line('freeze', `frozen: ${oneLine(reason)}`, { tone: 'bad' }),
      log: ({ reason }) => reason,
      replay: asRecorded,
    },
    CommandFailed: commandFailed,
  },
}
