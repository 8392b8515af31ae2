/** Owns the record of WriteHandbook. Repeated, it compares before it writes. */
import { counted } from '@harness/core/kernel/counted'
import type { WriteHandbook } from '@harness/core/playbooks/handbook/write-handbook'
import { asRecorded, type Effect } from '../../effects/effect.ts'
import { commandFailed } from '../../effects/failure-endings.ts'
import { line, oneLine } from '../../effects/progress-line.ts'
import { type WriteHandbookPorts, writeHandbook } from './write-handbook.ts'

export const writeHandbookEffect: Effect<WriteHandbook, WriteHandbookPorts> = {
  type: 'WriteHandbook',
  perform: writeHandbook,
  performedInReplay: true,
  outcomes: {
    HandbookWritten: {
      line: ({ files }) => line('write', files.join(', '), { tone: 'good' }),
      log: ({ files }) => files.join(', '),
      replay: asRecorded,
    },
    HandbookRefused: {
      line: ({ problems }) =>
        line('write', `${counted(problems.length, 'objection')} of the linter`, {
          tone: 'warn',
          detail: problems.map(oneLine),
        }),
      log: ({ problems }) => problems.join('; '),
      replay: asRecorded,
    },
    CommandFailed: commandFailed,
  },
}
