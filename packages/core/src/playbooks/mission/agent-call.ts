/** Owns the call of a role: what it may do, within which limits, and the form of its answer. */

import type { Slice } from '../../kernel/envelope.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { RunAgent } from './effects.ts'
import type { LaneAt } from './flight.ts'
import { type MissionRole, missionDuties } from './input.ts'
import type { MissionState } from './state.ts'

export function agentCall(
  state: MissionState,
  role: MissionRole,
  lane: LaneAt | null,
  id: RunAgent['id'],
  slices: readonly Slice[],
  commitMessage: string | null = null,
): RunAgent {
  invariant(lane !== null, `the ${role} needs a lane`)
  const { mode, contract } = missionDuties[role]
  const { tier, limits } = state.input.roles[role]
  return {
    type: 'RunAgent',
    id,
    role,
    mode,
    tier,
    limits,
    contract,
    lane: lane.lane,
    startCommit: lane.commit,
    baseCommit: lane.baseCommit,
    slices,
    commitMessage,
  }
}
