/** Owns which lanes a resumed mission needs, and makes removed ones again. */
import type { Flight } from '@harness/core/playbooks/mission/state/flight'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { LaneAt } from '@harness/core/work/lane'
import type { LanePorts } from '../../effects/lanes/lane-ports.ts'
import { restoreLane } from '../../effects/lanes/restore-lane.ts'

/** Lanes that the run knows of, and looks after itself; none if it has yet to begin. */
export const lanesOf = (state: MissionState | null): ReadonlySet<string> =>
  new Set(
    [state?.desk, ...(state?.flights ?? []).map(({ lane }) => lane)].flatMap((one) =>
      one == null ? [] : [one.lane],
    ),
  )

/** What a person should hear of. */
export async function restoreMissionLanes(
  state: MissionState,
  ports: LanePorts,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { isolation, baseBranch } = state.input
  if (state.at.phase === 'over') return []
  const notes: string[] = []
  const restore = async (lane: LaneAt, worktree: string | null): Promise<void> => {
    const { lane: name, branch, baseCommit, commit } = lane
    const place = worktree === null ? {} : { worktree }
    const note = await restoreLane(
      { lane: name, branch, baseBranch, baseCommit, commit, ...place },
      ports,
      signal,
    )
    if (note !== null) notes.push(note)
  }
  if (state.desk !== null) await restore(state.desk, null)
  for (const flight of state.flights)
    if (flight.lane !== null && needsLane(flight))
      await restore(flight.lane, isolation.useWorktrees ? `.harness/worktrees/${flight.lane.lane}` : null)
  return notes
}

/** One that is being closed is looked after by that very command. */
const needsLane = ({ step }: Flight): boolean => step.type !== 'close'
