/** Owns the record of SyncLane. Repeated, it finds its own commit by the command's id. */
import type { SyncLane } from '@harness/core/effects/sync-lane'
import { counted } from '@harness/core/kernel/counted'
import { type CommitHash, phaseOf } from '@harness/core/kernel/ids'
import { resolveCommit } from '../../machine/git/commits.ts'
import { asRecorded, type Effect } from '../effect.ts'
import { commandFailed, forgeFailed } from '../failure-endings.ts'
import { facts, line, oneLine, shortHash } from '../progress-line.ts'
import type { LanePorts } from './lane-ports.ts'
import { syncLane } from './sync-lane.ts'

interface AtBase {
  readonly baseCommit: CommitHash
}

const atBase = {
  how: 'again',
  baseBefore: ({ baseCommit }: AtBase, repoRoot: string) => resolveCommit(repoRoot, baseCommit),
} as const

export const syncLaneEffect: Effect<SyncLane, LanePorts> = {
  type: 'SyncLane',
  perform: syncLane,
  carriesNotes: true,
  outcomes: {
    LaneSynced: {
      line: ({ commandId }, { took, sight }) =>
        line(phaseOf(commandId), facts(`up to date with ${sight.baseBranch}`, took)),
      log: ({ commit }) => commit,
      replay: atBase,
    },
    SyncConflicted: {
      line: ({ commandId, files }, { sight }) =>
        line(phaseOf(commandId), `conflicts with ${sight.baseBranch} in ${counted(files.length, 'file')}`, {
          tone: 'warn',
          detail: files.map(oneLine),
        }),
      log: ({ files }) => files.join(', '),
      redact: (outcome, redact) => ({ ...outcome, files: outcome.files.map(redact) }),
      replay: atBase,
    },
    BaseRewritten: {
      line: ({ baseCommit }, { sight }) =>
        line('preflight', `${sight.baseBranch} was rewritten; now at ${shortHash(baseCommit)}`, {
          tone: 'warn',
        }),
      log: ({ baseCommit }) => baseCommit,
      replay: asRecorded,
    },
    ForgeFailed: forgeFailed,
    CommandFailed: commandFailed,
  },
}
