/** Owns the refusal of a playbook that wants an effect nothing performs, before its run records anything. */
import type { AnyCommand } from '@harness/core/kernel/effect'
import type { Playbook } from '@harness/core/kernel/playbook'
import { UserError } from '@harness/core/kernel/user-error'

type Named = Pick<Playbook<never, never, AnyCommand>, 'name' | 'effects'>

export function refuseUnperformed(
  { name, effects = [] }: Named,
  performers: Readonly<Record<string, unknown>>,
): void {
  const missing = effects.filter((effect) => !Object.hasOwn(performers, effect))
  if (missing.length === 0) return
  const known = Object.keys(performers).sort().join(', ')
  throw new UserError(
    'effect-unknown',
    `Nothing performs ${missing.join(', ')}, which the playbook ${name} wants.`,
    {
      next: `Use one of these effects instead: ${known}`,
    },
  )
}
