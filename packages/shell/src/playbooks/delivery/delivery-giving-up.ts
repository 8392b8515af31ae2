/** How deliveries are given up. */
import { givenUp } from '@harness/core/playbooks/delivery/given-up'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import type { GivenUpPlaybook } from '../../engine/conduct/give-up-run.ts'
import { deliveryEffects } from './delivery-effects.ts'
import { deliverySidecar } from './delivery-sidecar.ts'
import { deliverySummary } from './delivery-summary.ts'

export const deliveryGivingUp: GivenUpPlaybook<DeliveryInput, DeliveryState> = {
  playbook: delivery,
  effects: deliveryEffects,
  givenUp,
  sidecarOf: (stood, { stateDir, run: { subject, runId } }, sanitise) =>
    deliverySidecar({ stateDir, planId: subject, runId, stood, sanitise }),
  summarise: deliverySummary,
}
