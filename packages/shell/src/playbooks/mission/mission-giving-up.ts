/** How missions are given up: their documents stay as they are. */
import { givenUp } from '@harness/core/playbooks/mission/given-up'
import type { MissionInput } from '@harness/core/playbooks/mission/input'
import { mission } from '@harness/core/playbooks/mission/playbook'
import type { MissionState } from '@harness/core/playbooks/mission/state'
import type { GivenUpPlaybook } from '../../engine/conduct/give-up-run.ts'
import { noSidecar } from '../../store/sidecars/no-sidecar.ts'
import { missionEffects } from './mission-effects.ts'
import { missionSummary } from './mission-summary.ts'

export const missionGivingUp: GivenUpPlaybook<MissionInput, MissionState> = {
  playbook: mission,
  effects: missionEffects,
  givenUp,
  sidecarOf: async () => noSidecar,
  summarise: missionSummary,
}
