/** Owns the name, version and roles of a handbook. */
import type { PlaybookIdentity } from '../../kernel/playbook-identity.ts'
import { handbookDuties, handbookRoles } from './input.ts'

export const handbookIdentity: PlaybookIdentity = {
  name: 'handbook',
  version: 7,
  roles: handbookRoles.map((role) => ({ role, ...handbookDuties[role] })),
}
