/** Owns which lanes a spec needs when it is resumed. */
import type { SpecState } from '@harness/core/playbooks/spec/state'
import type { LaneAt } from '@harness/core/work/lane'
import type { KnownLane } from '../../effects/lanes/restore-lane.ts'

export function lanesOf(state: SpecState): readonly KnownLane[] {
  const { baseBranch } = state.input
  const own = 'lane' in state ? [state.lane] : []
  const ofAnalysts = state.phase === 'analyse' ? state.lines : []
  const lanes = [
    ...own,
    ...ofAnalysts.flatMap((line): readonly LaneAt[] => ('lane' in line ? [line.lane] : [])),
  ]
  return lanes.map(({ lane, branch, baseCommit, commit }) => ({
    lane,
    branch,
    baseBranch,
    baseCommit,
    commit,
  }))
}
