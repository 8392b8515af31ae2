/** Owns what is known of a playbook without loading how it decides. */
import type { RoleDuties } from './agent.ts'
import { present } from './invariant.ts'
import type { Versioned } from './upcast.ts'

export interface PlaybookIdentity extends Versioned {
  readonly name: string
  readonly roles: readonly KnownRole[]
}

/** Fails if the playbook has no such role. */
export const roleOf = ({ name, roles }: PlaybookIdentity, role: string): KnownRole =>
  present(
    roles.find((one) => one.role === role),
    `${name} has the role ${role}`,
  )

export interface KnownRole extends RoleDuties {
  readonly role: string
}
