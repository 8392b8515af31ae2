/** Owns the record of ReadMission. It only reads. */
import type { ReadMission } from '@harness/core/playbooks/mission/read-mission'
import { asRecorded, type Effect } from '../../effects/effect.ts'
import { commandFailed, forgeFailed } from '../../effects/failure-endings.ts'
import { line } from '../../effects/progress-line.ts'
import { type ReadMissionPorts, readMission } from './read-mission.ts'

export const readMissionEffect: Effect<ReadMission, ReadMissionPorts> = {
  type: 'ReadMission',
  perform: readMission,
  carriesNotes: true,
  outcomes: {
    MissionRead: {
      line: ({ notes }) => (notes === undefined ? null : line('documents', 'read')),
      log: ({ features }) => (features.changed === null ? '' : 'features changed'),
      replay: asRecorded,
    },
    ForgeFailed: forgeFailed,
    CommandFailed: commandFailed,
  },
}
