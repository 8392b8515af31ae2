/** Owns which lane a playbook with one lane needs when it is resumed. */
import type { LaneAt } from '@harness/core/work/lane'
import type { KnownLane } from './restore-lane.ts'

export const laneToRestore = (
  lane: LaneAt | null,
  { baseBranch }: { readonly baseBranch: string },
  isOver: boolean,
): readonly KnownLane[] => {
  if (lane === null || isOver) return []
  const { lane: name, branch, baseCommit, commit } = lane
  return [{ lane: name, branch, baseBranch, baseCommit, commit }]
}
