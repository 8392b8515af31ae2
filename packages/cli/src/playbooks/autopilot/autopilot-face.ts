/** How autopilots are shown. */
import type { AutopilotState } from '@harness/core/playbooks/autopilot/state'
import { autopilotRegistration } from '@harness/shell/playbooks/autopilot/registration'
import type { Face } from '../../line/face.ts'
import { autopilotProgress } from './autopilot-progress.ts'

export const autopilotFace: Face<AutopilotState> = {
  registration: autopilotRegistration,
  openProgress: (options) => autopilotProgress(options, { registration: autopilotRegistration }),
}
