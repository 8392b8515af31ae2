/** Owns what is known of a playbook without loading how it decides. */
import type { RoleDuties } from './agent.ts'
import type { Versioned } from './upcast.ts'

export interface PlaybookIdentity extends Versioned {
  readonly name: string
  readonly roles: readonly KnownRole[]
}

export interface KnownRole extends RoleDuties {
  readonly role: string
}
