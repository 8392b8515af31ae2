/** Finds what a run changed: for each lane the first and last commit of its change, from its events. */
import { isLaneMerged } from '@harness/core/effects/merge-lane'
import { isLaneOpened } from '@harness/core/effects/open-lane'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'

export interface LaneChange {
  readonly lane: string
  readonly branch: string
  readonly base: string
  /** What the base branch got; null as long as nothing was merged. */
  readonly merged: string | null
}

export function changesOfRun(events: readonly AnyEvent[]): readonly LaneChange[] {
  const lanes = new Map<string, LaneChange>()
  const asked = new Map<string, string>()
  for (const event of events) {
    if (isRunEvent(event, 'CommandIssued')) {
      const { id, lane } = event.command as { readonly id: string; readonly lane?: string }
      if (lane !== undefined) asked.set(id, lane)
    }
    if (isLaneOpened(event)) {
      const { lane, branch, baseCommit } = event
      // A lane that is opened again for the same work keeps its base.
      const known = lanes.get(lane)
      if (known === undefined || known.merged !== null)
        lanes.set(lane, { lane, branch, base: baseCommit, merged: null })
    }
    if (isLaneMerged(event)) {
      const known = lanes.get(asked.get(event.commandId) ?? '')
      if (known !== undefined) lanes.set(known.lane, { ...known, merged: event.commit })
    }
  }
  return [...lanes.values()]
}
