/** How workflows are shown. */
import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import { workflowRegistration } from '@harness/shell/playbooks/workflow/registration'
import type { Face } from '../../line/face.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'
import { workflowProgress } from './workflow-progress.ts'

export const workflowFace: Face<WorkflowState> = {
  registration: workflowRegistration,
  openProgress: (options) => workflowProgress(options, { registration: workflowRegistration }),
  openTarget: (context, purpose) => defaultTarget(context, 'harness workflow', null, purpose),
}
