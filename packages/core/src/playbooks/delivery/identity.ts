/** Owns the name, version and roles of a delivery. */
import type { PlaybookIdentity } from '../../kernel/playbook-identity.ts'
import { defaultTiers, deliveryRoles, roleDuties } from './input.ts'

export const deliveryIdentity: PlaybookIdentity = {
  name: 'delivery',
  version: 7,
  upcasts: [
    // Version 7 keeps what agents said: all events of version 6 tell that already.
    { from: 6, event: (event) => event },
  ],
  roles: deliveryRoles.map((role) => ({ role, ...roleDuties[role], tier: defaultTiers[role] })),
}
