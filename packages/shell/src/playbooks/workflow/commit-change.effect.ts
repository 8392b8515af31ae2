/** Owns the record of CommitChange. Files of the checkout may have changed since, so that a replay takes what was recorded. */

import type { CommitChange } from '@harness/core/effects/commit-change'
import { phaseOf } from '@harness/core/kernel/ids'
import { asRecorded, type Effect } from '../../effects/effect.ts'
import { commandFailed } from '../../effects/failure-endings.ts'
import { line, shortHash } from '../../effects/progress-line.ts'
import { commitChange } from './commit-change.ts'
import type { CommitPorts } from './workflow-ports.ts'

export const commitChangeEffect: Effect<CommitChange, CommitPorts> = {
  type: 'CommitChange',
  perform: commitChange,
  outcomes: {
    ChangeCommitted: {
      line: ({ commandId, commit, unstaged }) =>
        line(phaseOf(commandId), shortHash(commit), {
          ...(unstaged.length === 0 ? {} : { tone: 'warn' as const }),
          detail: unstaged.map(({ file, reason }) => `${file}: ${reason}`),
        }),
      log: ({ commit, unstaged }) => `${commit}, ${unstaged.length} unstaged`,
      replay: asRecorded,
    },
    CommandFailed: commandFailed,
  },
}
