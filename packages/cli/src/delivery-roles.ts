/** The roles of a delivery and the tier each has unless the config says otherwise. */
import type { ModelTier } from '@harness/core/agent'
import type { DeliveryRole } from '@harness/core/playbooks/delivery/input'

export const deliveryRoles: Readonly<Record<DeliveryRole, ModelTier>> = {
  implementer: 'executor',
  reviewer: 'evaluator',
  fixer: 'executor',
}
