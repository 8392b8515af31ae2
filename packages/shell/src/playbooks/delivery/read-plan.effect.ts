/** Owns the record of ReadPlan. It only reads. */
import type { ReadPlan } from '@harness/core/effects/read-plan'
import { asRecorded, type Effect } from '../../effects/effect.ts'
import { commandFailed } from '../../effects/failure-endings.ts'
import { line, oneLine } from '../../effects/progress-line.ts'
import { type ReadPorts, readPlan } from './read-plan.ts'

export const readPlanEffect: Effect<ReadPlan, ReadPorts> = {
  type: 'ReadPlan',
  perform: readPlan,
  carriesNotes: true,
  outcomes: {
    PlanRead: {
      line({ completed, edit }) {
        if (completed !== undefined)
          return line('plan', `was completed by others meanwhile: ${oneLine(completed.by)}`, { tone: 'warn' })
        return edit === null ? null : line('plan', 'was edited after the run started', { tone: 'warn' })
      },
      log: ({ completed, edit }) =>
        completed !== undefined ? 'completed elsewhere' : edit === null ? '' : 'edited by a person',
      replay: asRecorded,
    },
    CommandFailed: commandFailed,
  },
}
