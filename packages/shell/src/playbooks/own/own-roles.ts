/** Owns the roles that a user's own playbook brings. */
import type { KnownRole } from '@harness/core/kernel/playbook-identity'
import type { OwnDescription } from '@harness/core/playbooks/own/definition'
import { testJudge, testJudgeDuties } from '@harness/core/work/test-judge'

type Brings = Pick<OwnDescription, 'roles'>

/** With the judge of tests, which every playbook with checks has. */
export const ownRoles = ({ roles = {} }: Brings): readonly KnownRole[] => [
  ...Object.entries(roles)
    .filter(([role]) => role !== testJudge)
    .map(([role, { mode, tier = 'executor', contract = null }]) => ({ role, mode, tier, contract })),
  { role: testJudge, ...testJudgeDuties },
]

/** The prompts that are in the playbook itself, by role. */
export const promptsOf = ({ roles = {} }: Brings): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(roles).flatMap(([role, { prompt }]) => (prompt === undefined ? [] : [[role, prompt]])),
  )
