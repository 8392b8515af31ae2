/**
 * Owns one process's work on one run, for any playbook: open its journal, fold it, take up what a crash left, let people
 * reach it through its inbox, and run the loop until the run ends, waits or is interrupted. The caller holds the lease.
 */

import { deniedAfter } from '@harness/core/effects/denied-calls'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import {
  isRunEvent,
  type OwnFiles,
  type OwnProgram,
  type RunResumed,
  type RunStarted,
} from '@harness/core/kernel/event'
import type { RunId } from '@harness/core/kernel/ids'
import { invariant } from '@harness/core/kernel/invariant'
import { lackedAfter } from '@harness/core/kernel/lacked'
import type { Playbook } from '@harness/core/kernel/playbook'
import type { AnyPerformers } from '../../effects/performer.ts'
import type { Clock } from '../../machine/clock/clock.ts'
import { ownEvents } from '../../store/fold/own-events.ts'
import { snapshotReader } from '../../store/fold/read-folded.ts'
import {
  beginning,
  type FoldedRun,
  folded,
  type RecoveredRun,
  recoverRun,
  trackPending,
} from '../../store/fold/recover.ts'
import type { OpenedJournal, RunRef, RunStore, Snapshot } from '../../store/port/run-store.ts'
import { refuseUnperformed } from './refuse-unperformed.ts'
import { type Observe, type Rest, runLoop } from './run-loop.ts'
import { openRunPort } from './run-port.ts'
import { serveInbox } from './serve-inbox.ts'

export interface RunDrive<Input, State> {
  readonly playbook: Playbook<Input, State, AnyCommand>
  readonly runs: RunStore
  readonly run: RunRef
  /** How a run without a journal begins; null if there must be one. */
  readonly begin: { readonly runId: RunId; readonly input: Input; readonly own?: OwnFiles } | null
  /** The phase after which a resumed run pauses again. */
  readonly until: string | null
  /** How far a resumed run may go, where people have said so since. */
  readonly limits?: RunResumed['limits']
  /** The program that decides from now on, if a resumed run takes another one. */
  readonly program?: OwnProgram | undefined
  readonly performers: AnyPerformers
  /** If a sandbox holds the agents and programs that this process starts. */
  readonly confined: boolean
  readonly clock: Clock
  /** Whether a person at the terminal can be asked. */
  readonly attended: boolean
  isFrozen(): boolean | Promise<boolean>
  /** Keeps secrets and control sequences out of what people said from outside. */
  sanitise?(text: string): string
  /** Tells the operator of a word in the inbox that does not count. */
  tell?(note: string): void
  readonly observe: Observe<State>
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
}

export async function driveRun<Input, State>(drive: RunDrive<Input, State>): Promise<Rest> {
  const { playbook, stop } = drive
  refuseUnperformed(playbook, drive.performers)
  const journal = await drive.runs.open(drive.run, snapshotReader(playbook))
  try {
    const { run, since } = await takeUp(drive, journal)
    if (run.lastEnd !== null) return { type: 'ended', end: run.lastEnd }
    const observe = withSnapshots(drive, journal, run, since)
    const { pending, unconfined, denied, lacked } = run
    const port = openRunPort({ ...drive, store: journal.store, pending, unconfined, denied, lacked })
    const letGo = () => void port.interrupt('signal').catch(() => {})
    stop.addEventListener('abort', letGo)
    const { runs, run: named, tell = () => {} } = drive
    const inbox = await serveInbox({ runs, run: named, port, tell })
    try {
      if (stop.aborted) letGo()
      return await runLoop(playbook, run.state, port, observe)
    } catch (error) {
      await port.abandon()
      throw error
    } finally {
      stop.removeEventListener('abort', letGo)
      await inbox.close()
    }
  } finally {
    await journal.store.close()
  }
}

interface TakenUp<State> {
  readonly run: RecoveredRun<State>
  /** How many events the run had by then. */
  readonly since: number
}

/** Begins the run, or resumes it unless it has ended for good; either is journaled and observed. */
async function takeUp<Input, State>(
  drive: RunDrive<Input, State>,
  journal: OpenedJournal,
): Promise<TakenUp<State>> {
  const { playbook, clock } = drive
  const before = (journal.snapshot?.events ?? 0) + journal.events.length
  const events = ownEvents(drive.run, playbook)(journal.events)
  const known = before === 0 ? null : recoverRun(playbook, foldFrom(drive, journal.snapshot, events), events)
  if (known?.lastEnd?.resumable === false) return { run: known, since: before }

  const event: AnyEvent = known === null ? started(drive) : resumed(drive, clock.now())
  await journal.store.append(event)
  const from = known === null ? beginning(playbook.initialState(beginOf(drive).input)) : folded(known)
  const run = recoverRun(playbook, from, [event])
  await drive.observe(event, run.state)
  return { run, since: before + 1 }
}

function foldFrom<Input, State>(
  drive: RunDrive<Input, State>,
  snapshot: Snapshot | null,
  [first]: readonly AnyEvent[],
): FoldedRun<State> {
  if (snapshot !== null) return snapshot.state as FoldedRun<State>
  invariant(
    isRunEvent(first, 'RunStarted'),
    `the journal of ${drive.run.subject}-${drive.run.runId} starts with RunStarted`,
  )
  return beginning(drive.playbook.initialState(first.input as Input))
}

const resumed = <Input, State>(
  { playbook, until, limits, program, confined }: RunDrive<Input, State>,
  at: number,
): RunResumed => ({
  type: 'RunResumed',
  at,
  playbookVersion: playbook.version,
  until,
  ...(limits === undefined ? {} : { limits }),
  ...(program === undefined ? {} : { program }),
  confined,
})

function beginOf<Input, State>(drive: RunDrive<Input, State>) {
  invariant(drive.begin !== null, `the run ${drive.run.subject}-${drive.run.runId} has a journal`)
  return drive.begin
}

function started<Input, State>(drive: RunDrive<Input, State>): RunStarted {
  const { runId, input, own } = beginOf(drive)
  const { name, version } = drive.playbook
  const started = { type: 'RunStarted', at: drive.clock.now(), runId, playbook: name } as const
  const { confined } = drive
  return { ...started, playbookVersion: version, input, ...(own === undefined ? {} : { own }), confined }
}

/** Tells the observer, then offers what is folded so far to be kept, so that recovery need not replay everything. */
function withSnapshots<Input, State>(
  drive: RunDrive<Input, State>,
  journal: OpenedJournal,
  run: RecoveredRun<State>,
  since: number,
): Observe<State> {
  const pending = new Map(run.pending)
  const { unconfined } = run
  let { denied, lacked } = run
  let events = since
  return async (event, state) => {
    events++
    trackPending(pending, event)
    denied = deniedAfter(denied, event)
    lacked = lackedAfter(lacked, event)
    await drive.observe(event, state)
    if (isRunEvent(event, 'RunEnded')) return
    const { name, version } = snapshotReader(drive.playbook)
    const kept: FoldedRun<State> = {
      state,
      pending: [...pending.values()],
      lastEnd: null,
      unconfined,
      denied,
      lacked,
    }
    void journal.offerSnapshot({ events, playbook: name, playbookVersion: version, state: kept })
  }
}
