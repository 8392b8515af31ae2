/** Owns the name, version and roles of a mission. */
import type { PlaybookIdentity } from '../../kernel/playbook-identity.ts'
import { missionDuties, missionRoles } from './input.ts'

export const missionIdentity: PlaybookIdentity = {
  name: 'mission',
  version: 9,
  roles: missionRoles.map((role) => ({ role, ...missionDuties[role] })),
}
