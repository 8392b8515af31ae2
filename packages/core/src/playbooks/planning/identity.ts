/** Owns the name, version and roles of planning. */
import type { PlaybookIdentity } from '../../kernel/playbook-identity.ts'
import { plannerDuties, plannerRole } from './input.ts'

export const planningIdentity: PlaybookIdentity = {
  name: 'planning',
  version: 1,
  roles: [{ role: plannerRole, ...plannerDuties }],
}
