/** Owns the record of ReadHandbook. It only reads. */
import type { ReadHandbook } from '@harness/core/playbooks/handbook/read-handbook'
import { asRecorded, type Effect } from '../../effects/effect.ts'
import { commandFailed } from '../../effects/failure-endings.ts'
import type { RunPorts } from '../../engine/conduct/run-ports.ts'
import type { KnownHandbook } from './known-handbook.ts'
import { readHandbookCommand } from './read-handbook.ts'

export const readHandbookEffect: Effect<ReadHandbook, RunPorts & { readonly handbook: KnownHandbook }> = {
  type: 'ReadHandbook',
  perform: (command, attempt, ports) => readHandbookCommand(command, attempt, ports, ports.handbook),
  carriesNotes: true,
  outcomes: {
    HandbookRead: {
      line: () => null,
      log: ({ handbook }) => (handbook.changed === null ? '' : 'changed'),
      replay: asRecorded,
    },
    CommandFailed: commandFailed,
  },
}
