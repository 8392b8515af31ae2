/** Owns the refusal of a run whose events this playbook cannot read: another playbook or an unreadable version wrote them. */

import type { AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import { readsVersion, type Versioned, versionIn } from '@harness/core/kernel/upcast'
import { UserError } from '@harness/core/kernel/user-error'
import { beginCommand } from '../layout/run-subject.ts'
import type { RunRef, RunStore } from '../port/run-store.ts'

export type Reader = Versioned & { readonly name: string }

/** Only the start of a run and each resume say who writes. Null if the reader can read what follows this event. */
export function otherVersion({ subject, runId }: RunRef, event: AnyEvent, reader: Reader): UserError | null {
  const version = versionIn(event)
  if (version === null) return null
  const playbook = isRunEvent(event, 'RunStarted') ? event.playbook : reader.name
  if (playbook === reader.name && readsVersion(reader, version)) return null
  const run = `${subject}-${runId}`
  const did = isRunEvent(event, 'RunStarted') ? 'started' : 'resumed'
  return new UserError(
    'run-of-other-version',
    `${playbook} version ${version} ${did} the run ${run}, and ${reader.name} version ${reader.version} cannot read it.`,
    {
      next: `Finish it with the version that ${did} it, or abandon it and start again: harness refuse ${run} --give-up -m "why", then: ${beginCommand(subject)}`,
      exitCode: exitCode.stateDamaged,
    },
  )
}

/** The same for all events of a stored run; `known` are all playbooks. Null also if its journal is not readable. */
export async function otherVersionIn(
  store: Pick<RunStore, 'peek' | 'read'>,
  run: RunRef,
  known: readonly Reader[],
): Promise<UserError | null> {
  const journal = await store.peek(run)
  if (journal?.type !== 'readable' || !isRunEvent(journal.first, 'RunStarted')) return null
  const { playbook } = journal.first
  const reader = known.find(({ name }) => name === playbook)
  if (reader === undefined) return null
  for (const event of (await store.read(run))?.events ?? []) {
    const other = otherVersion(run, event, reader)
    if (other !== null) return other
  }
  return null
}
