/** Owns the name and version of a release gate. It sends no agent. */
import type { PlaybookIdentity } from '../../kernel/playbook-identity.ts'

export const releaseIdentity: PlaybookIdentity = { name: 'release', version: 1, roles: [] }
