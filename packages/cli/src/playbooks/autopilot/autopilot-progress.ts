/** Owns what is seen of an autopilot while it works: a line for each event, and what the autopilot itself says. */
import { resumingFrom } from '@harness/core/playbooks/autopilot/moves'
import type { AutopilotState } from '@harness/core/playbooks/autopilot/state'
import { stateNameOf } from '@harness/core/playbooks/autopilot/state-name'
import type { Face, ProgressOptions, SeenProgress } from '../../line/face.ts'
import { sayingProgress } from '../../run/progress/saying-progress.ts'

const shown = (line: string): string => `[autopilot] ${line}`

export const autopilotProgress = (
  options: ProgressOptions,
  face: Face<AutopilotState>,
): SeenProgress<AutopilotState> =>
  sayingProgress(
    options,
    face,
    ({ said }, from) => said.slice(from).map(shown),
    ({ type }, state) => (type === 'RunResumed' ? [shown(resumingFrom(state, stateNameOf(state)))] : []),
  )
