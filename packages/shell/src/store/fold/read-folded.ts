/** Owns the state of a run that this process does not hold: its newest snapshot and the events after it, folded. */

import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import type { Playbook } from '@harness/core/kernel/playbook'
import type { RunRef, RunStore, SnapshotReader } from '../port/run-store.ts'
import { otherVersion } from '../trust/other-version.ts'
import { ownEvents } from './own-events.ts'
import { beginning, type FoldedRun, type RecoveredRun, recoverRun } from './recover.ts'

export interface FoldedJournal<State> {
  readonly state: State
  /** Commands without an outcome. */
  readonly pending: RecoveredRun<State>['pending']
  readonly unconfined: boolean
  readonly denied: RecoveredRun<State>['denied']
  readonly lacked: readonly string[]
  /** How many the journal holds. */
  readonly events: number
}

/** Who a playbook is to the snapshots of its states. */
export const snapshotReader = ({
  name,
  version,
  build,
}: Pick<Playbook<never, never, AnyCommand>, 'name' | 'version' | 'build'>): SnapshotReader => ({
  name: build === undefined ? name : `${name}@${build}`,
  version,
})

/** Null if there is no journal, or if another playbook or an unreadable version wrote it. */
export async function readFolded<Input, State>(
  store: Pick<RunStore, 'readSince'>,
  run: RunRef,
  playbook: Playbook<Input, State, AnyCommand>,
): Promise<FoldedJournal<State> | null> {
  const journal = await store.readSince(run, snapshotReader(playbook))
  if (journal === null) return null
  const { snapshot, end } = journal
  if (journal.events.some((event) => otherVersion(run, event, playbook) !== null)) return null
  const events = ownEvents(run, playbook)(journal.events)
  const from = snapshot === null ? started(playbook, events[0]) : (snapshot.state as FoldedRun<State>)
  if (from === null) return null
  const { state, pending, unconfined, denied, lacked } = recoverRun(playbook, from, events)
  return { state, pending, unconfined, denied, lacked, events: end.events }
}

const started = <Input, State>(
  playbook: Playbook<Input, State, AnyCommand>,
  first: AnyEvent | undefined,
): FoldedRun<State> | null =>
  isRunEvent(first, 'RunStarted') ? beginning(playbook.initialState(first.input as Input)) : null
