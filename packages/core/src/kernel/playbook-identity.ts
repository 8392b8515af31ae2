/** Owns what is known of a playbook without loading how it decides. */
import type { RoleDuties } from './agent.ts'
import { invariant } from './invariant.ts'
import type { Versioned } from './upcast.ts'

export interface PlaybookIdentity extends Versioned {
  readonly name: string
  readonly roles: readonly KnownRole[]
}

/** Fails if the playbook has no such role. */
export function roleOf({ name, roles }: PlaybookIdentity, role: string): KnownRole {
  const known = roles.find((one) => one.role === role)
  invariant(known !== undefined, `${name} has the role ${role}`)
  return known
}

export interface KnownRole extends RoleDuties {
  readonly role: string
}
