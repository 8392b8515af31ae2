/** Owns the roles that a user's own playbook brings. */
import type { KnownRole } from '@harness/core/kernel/playbook-identity'
import type { OwnDescription } from '@harness/core/playbooks/own/definition'

type Brings = Pick<OwnDescription, 'roles'>

export const ownRoles = ({ roles = {} }: Brings): readonly KnownRole[] =>
  Object.entries(roles).map(([role, { mode, tier = 'executor', contract = null }]) => ({
    role,
    mode,
    tier,
    contract,
  }))

/** The prompts that are in the playbook itself, by role. */
export const promptsOf = ({ roles = {} }: Brings): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(roles).flatMap(([role, { prompt }]) => (prompt === undefined ? [] : [[role, prompt]])),
  )
