/** Owns which lanes a spec needs when it is resumed. */
import type { SpecState } from '@harness/core/playbooks/spec/state'
import type { KnownLane } from '../../effects/lanes/restore-lane.ts'

export function lanesOf(state: SpecState): readonly KnownLane[] {
  const { baseBranch } = state.input
  const own = 'lane' in state ? [state.lane] : []
  const ofAnalysts = state.phase === 'analyse' ? state.seats.flatMap(({ lane }) => lane ?? []) : []
  const lanes = [...own, ...ofAnalysts]
  return lanes.map(({ lane, branch, baseCommit, commit }) => ({
    lane,
    branch,
    baseBranch,
    baseCommit,
    commit,
  }))
}
