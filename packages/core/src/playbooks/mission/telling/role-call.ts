/** Owns how a mission calls one of its roles. */

import type { Slice } from '../../../kernel/envelope.ts'
import { invariant } from '../../../kernel/invariant.ts'
import { agentCall } from '../../../work/agent-call.ts'
import type { RunAgent } from '../state/effects.ts'
import type { FeatureLane } from '../state/flight.ts'
import { type MissionRole, missionDuties } from '../state/input.ts'
import type { MissionState } from '../state/state.ts'

export function roleCall(
  state: MissionState,
  role: MissionRole,
  lane: FeatureLane | null,
  id: RunAgent['id'],
  slices: readonly Slice[],
  commitMessage: string | null = null,
): RunAgent {
  invariant(lane !== null, `the ${role} needs a lane`)
  const duties = missionDuties[role]
  const settings = state.input.roles[role]
  return agentCall({ id, role, duties, settings, lane, slices, commitMessage })
}
