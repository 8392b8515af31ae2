/** Owns what is known of a playbook without loading how it decides. */
import type { RoleDuties } from './agent.ts'

export interface PlaybookIdentity {
  readonly name: string
  /** Raised if a journal of an older version would be folded into another state than it was in. */
  readonly version: number
  readonly roles: readonly KnownRole[]
}

export interface KnownRole extends RoleDuties {
  readonly role: string
}
