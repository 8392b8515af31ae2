/** How deliveries are played again. */
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import type { ReplayedPlaybook } from '../../engine/replay/replayed-playbook.ts'
import { deliveryEffects, deliveryPerformers, deliveryPorts } from './delivery-effects.ts'

export const deliveryReplay: ReplayedPlaybook<DeliveryInput, DeliveryState> = {
  playbook: delivery,
  effects: deliveryEffects,
  baseBranchOf: ({ baseBranch }) => baseBranch,
  performersFor: async ({ outside, runDir, identity, agentFor }) =>
    deliveryPerformers({ ...(await deliveryPorts(outside, runDir, identity)), agentFor }),
}
