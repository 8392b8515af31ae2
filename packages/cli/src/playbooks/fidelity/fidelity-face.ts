/** How an audit is shown. */
import type { FidelityState } from '@harness/core/playbooks/fidelity/state'
import { fidelityRegistration } from '@harness/shell/playbooks/fidelity/registration'
import type { Face } from '../../line/face.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'

export const fidelityFace: Face<FidelityState> = {
  registration: fidelityRegistration,
  // It answers with an audit; that its lane has no change says nothing.
  telling: { readsOnly: () => true },
  openTarget: (context, purpose) => defaultTarget(context, 'harness fidelity', null, purpose),
}
