/** Owns the name, version and roles of the making of a spec. */
import type { PlaybookIdentity } from '../../kernel/playbook-identity.ts'
import { specDuties, specRoles } from './input.ts'

export const specIdentity: PlaybookIdentity = {
  name: 'spec',
  version: 1,
  roles: specRoles.map((role) => ({ role, ...specDuties[role] })),
}
