/** Owns what is said of a run that another playbook began, or another version of its own: it cannot be folded here. */
import { basename, dirname } from 'node:path'
import type { Event } from '@harness/core/event'
import { exitCode } from '@harness/core/exit-code'
import { UserError } from '@harness/core/user-error'
import { beginCommand } from './run-subject.ts'

/** `first` begins the run's journal. Null where this playbook wrote it. */
export function otherVersion(
  runDir: string,
  first: Event,
  { name, version }: { readonly name: string; readonly version: number },
): UserError | null {
  if (first.type !== 'RunStarted') return null
  if (first.playbook === name && first.playbookVersion === version) return null
  const subject = basename(dirname(runDir))
  const run = `${subject}-${basename(runDir)}`
  return new UserError(
    'run-of-other-version',
    `The run ${run} was begun by ${first.playbook} version ${first.playbookVersion}; this is ${name} version ${version}.`,
    {
      next: `Finish it with the version that began it, or give it up and begin anew: harness refuse ${run} --give-up -m "why", then: ${beginCommand(subject)}`,
      exitCode: exitCode.stateDamaged,
    },
  )
}
