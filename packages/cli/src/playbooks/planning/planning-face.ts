/** How planning is shown. */
import type { PlanningState } from '@harness/core/playbooks/planning/state'
import { planningRegistration } from '@harness/shell/playbooks/planning/registration'
import type { Face } from '../../line/face.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'

export const planningFace: Face<PlanningState> = {
  registration: planningRegistration,
  // It answers with plans; that its lane has no change says nothing.
  telling: { readsOnly: () => true },
  openTarget: (context, purpose) => defaultTarget(context, 'harness plan', null, purpose),
}
