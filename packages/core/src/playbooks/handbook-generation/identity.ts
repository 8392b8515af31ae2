/** Owns the name, version and roles of the generation of a handbook. */
import type { PlaybookIdentity } from '../../kernel/playbook-identity.ts'
import { plannerDuties, plannerRole } from './input.ts'

export const generationIdentity: PlaybookIdentity = {
  name: 'handbook-generation',
  version: 3,
  roles: [{ role: plannerRole, ...plannerDuties }],
}
