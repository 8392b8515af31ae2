/** Owns reading a finished run as something to be played again: its events, and the outcome of each of its commands. */

import type { AnyEvent, AnyOutcome } from '@harness/core/kernel/effect'
import { isOutcome, isRunEvent, type RunStarted } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { ownEvents } from '../../store/fold/own-events.ts'
import { folderOfRun } from '../../store/layout/run-folder.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import type { RunRef } from '../../store/port/run-store.ts'
import type { Reader } from '../../store/trust/other-version.ts'

export interface RecordedRun {
  /** Where its agent calls are recorded. */
  readonly dir: string
  readonly started: RunStarted
  readonly events: readonly AnyEvent[]
  readonly outcomes: ReadonlyMap<CommandId, AnyOutcome>
}

/** Throws if the playbook cannot read it; null takes the events as they are. */
export async function readRecordedRun(
  stateDir: string,
  run: RunRef,
  playbook: Reader | null,
): Promise<RecordedRun> {
  const dir = folderOfRun(stateDir, run)
  const asRead = playbook === null ? (events: readonly AnyEvent[]) => events : ownEvents(run, playbook)
  const events = asRead((await openRunStore(stateDir).read(run))?.events ?? [])
  const [started] = events
  if (!isRunEvent(started, 'RunStarted')) throw nothingRecorded(dir)
  return {
    dir,
    started,
    events,
    outcomes: new Map(events.filter(isOutcome).map((event) => [event.commandId, event])),
  }
}

const nothingRecorded = (dir: string): UserError =>
  new UserError('run-empty', `There is nothing recorded in ${dir}.`, {
    next: 'See all runs: harness runs --all',
  })
