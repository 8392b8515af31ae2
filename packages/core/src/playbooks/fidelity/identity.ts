/** Owns the name, version and roles of an audit. */
import type { PlaybookIdentity } from '../../kernel/playbook-identity.ts'
import { auditorDuties, auditorRole } from './input.ts'

export const fidelityIdentity: PlaybookIdentity = {
  name: 'fidelity',
  version: 1,
  roles: [{ role: auditorRole, ...auditorDuties }],
}
