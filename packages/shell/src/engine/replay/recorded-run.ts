/** Owns reading a finished run as something to be played again: its events, and the outcome of each of its commands. */

import type { AnyEvent, AnyOutcome } from '@harness/core/kernel/effect'
import { isOutcome, isRunEvent, type RunStarted } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { readJournal } from '../../store/journal/read-journal.ts'

export interface RecordedRun {
  readonly dir: string
  readonly started: RunStarted
  readonly events: readonly AnyEvent[]
  readonly outcomes: ReadonlyMap<CommandId, AnyOutcome>
}

export async function readRecordedRun(dir: string): Promise<RecordedRun> {
  const events = (await readJournal(dir))?.events ?? []
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
