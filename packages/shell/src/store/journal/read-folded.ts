/**
 * Owns reading the state of a run without holding it: its last snapshot and the events since. Nothing is fixed. A
 * resume opens the journal, and also says why a run of another version cannot be resumed.
 */

import { join } from 'node:path'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import type { Playbook } from '@harness/core/kernel/playbook'
import { journalFileName } from './journal-name.ts'
import { proofOfEvents, refuseLostRecords } from './lost-records.ts'
import { readingJournal } from './reading-journal.ts'
import { beginning, type FoldedRun, recoverRun } from './recover.ts'
import { scanJournal } from './scan-journal.ts'
import { findSnapshot } from './snapshot-file.ts'

export interface FoldedJournal<State> {
  readonly state: State
  /** How many the journal holds. */
  readonly events: number
}

/** Null if there is no journal that this playbook wrote. */
export async function readFolded<Input, State>(
  dir: string,
  playbook: Playbook<Input, State, AnyCommand>,
): Promise<FoldedJournal<State> | null> {
  const path = join(dir, journalFileName)
  const proof = proofOfEvents(dir)
  return readingJournal(path, async (file) => {
    const { name, version } = playbook
    const found = await findSnapshot(dir, file, { name, version })
    const stored = found.type === 'usable' ? found.stored : null
    const { events, end } = await scanJournal(file, path, stored?.position)
    if (end.events === 0) refuseLostRecords(dir, proof)
    const from = stored === null ? begun(playbook, events[0]) : (stored.snapshot.state as FoldedRun<State>)
    return from === null ? null : { state: recoverRun(playbook, from, events).state, events: end.events }
  })
}

function begun<Input, State>(
  playbook: Playbook<Input, State, AnyCommand>,
  first: AnyEvent | undefined,
): FoldedRun<State> | null {
  if (!isRunEvent(first, 'RunStarted')) return null
  const isOurs = first.playbook === playbook.name && first.playbookVersion === playbook.version
  return isOurs ? beginning(playbook.initialState(first.input as Input)) : null
}
