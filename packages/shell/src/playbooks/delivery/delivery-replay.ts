/** How deliveries are played again. */
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import type { ReplayedPlaybook } from '../../engine/replay/replayed-playbook.ts'
import { deliveryAdapters, deliveryPorts } from './delivery-adapters.ts'

export const deliveryReplay: ReplayedPlaybook<DeliveryInput, DeliveryState> = {
  playbook: delivery,
  baseBranchOf: ({ baseBranch }) => baseBranch,
  adaptersFor: async ({ outside, runDir, identity, agentFor }) =>
    deliveryAdapters({ ...(await deliveryPorts(outside, runDir, identity)), agentFor }, null),
}
