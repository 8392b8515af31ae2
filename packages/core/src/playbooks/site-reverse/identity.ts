/** Owns the name, version and roles of site-reverse. */
import type { PlaybookIdentity } from '../../kernel/playbook-identity.ts'
import { analystDuties, analystRole } from './input.ts'

export const siteReverseIdentity: PlaybookIdentity = {
  name: 'site-reverse',
  version: 1,
  roles: [{ role: analystRole, ...analystDuties }],
}
