/** Owns the record of MeasureChange. It only reads. */
import type { MeasureChange } from '@harness/core/effects/measure-change'
import { again, type Effect } from '../effect.ts'
import { commandFailed } from '../failure-endings.ts'
import type { LanePorts } from './lane-ports.ts'
import { measureChange } from './measure-change.ts'

export const measureChangeEffect: Effect<MeasureChange, LanePorts> = {
  type: 'MeasureChange',
  perform: measureChange,
  outcomes: {
    ChangeMeasured: { line: () => null, log: ({ files }) => `${files.length} files`, replay: again },
    CommandFailed: commandFailed,
  },
}
