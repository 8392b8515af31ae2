/** Owns the name, version and roles of a delivery. */
import type { PlaybookIdentity } from '../../kernel/playbook-identity.ts'
import { defaultTiers, deliveryRoles, roleDuties } from './input.ts'

export const deliveryIdentity: PlaybookIdentity = {
  name: 'delivery',
  version: 6,
  roles: deliveryRoles.map((role) => ({ role, ...roleDuties[role], tier: defaultTiers[role] })),
}
