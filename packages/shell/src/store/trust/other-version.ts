/** Owns what is said of a run that another playbook began, or another version of its own: it cannot be folded here. */

import type { AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import type { PlaybookIdentity } from '@harness/core/kernel/playbook-identity'
import { UserError } from '@harness/core/kernel/user-error'
import { beginCommand } from '../layout/run-subject.ts'
import type { RunRef, RunStore } from '../port/run-store.ts'

/** `first` is the first event of the run. Null if this playbook wrote it. */
export function otherVersion(
  { subject, runId }: RunRef,
  first: AnyEvent,
  { name, version }: { readonly name: string; readonly version: number },
): UserError | null {
  if (!isRunEvent(first, 'RunStarted')) return null
  if (first.playbook === name && first.playbookVersion === version) return null
  const run = `${subject}-${runId}`
  return new UserError(
    'run-of-other-version',
    `The run ${run} was begun by ${first.playbook} version ${first.playbookVersion}; this is ${name} version ${version}.`,
    {
      next: `Finish it with the version that began it, or give it up and begin anew: harness refuse ${run} --give-up -m "why", then: ${beginCommand(subject)}`,
      exitCode: exitCode.stateDamaged,
    },
  )
}

/** The same for a stored run; `known` are all playbooks. Null also if its journal cannot be read. */
export async function otherVersionIn(
  store: Pick<RunStore, 'peek'>,
  run: RunRef,
  known: readonly Pick<PlaybookIdentity, 'name' | 'version'>[],
): Promise<UserError | null> {
  const journal = await store.peek(run)
  if (journal?.type !== 'readable' || !isRunEvent(journal.first, 'RunStarted')) return null
  const { first } = journal
  const { playbook } = journal.first
  const ours = known.find(({ name }) => name === playbook)
  return ours === undefined ? null : otherVersion(run, first, ours)
}
