/** Owns the record of MergeLane. Repeated, it finds its own commit on the base branch by the command's id. */
import type { MergeLane } from '@harness/core/effects/merge-lane'
import type { CheckPorts } from '../checks/check-ports.ts'
import type { Effect } from '../effect.ts'
import { commandFailed } from '../failure-endings.ts'
import { mergedHere, mergeRefused } from './landing-endings.ts'
import { mergeLane } from './merge-lane.ts'

export const mergeLaneEffect: Effect<MergeLane, CheckPorts> = {
  type: 'MergeLane',
  perform: mergeLane,
  carriesNotes: true,
  outcomes: { LaneMerged: mergedHere, MergeRefused: mergeRefused, CommandFailed: commandFailed },
}
