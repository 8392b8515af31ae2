/**
 * Drives the daemon's own journal in this process: one process for each repository, until it is stopped. Its state
 * survives SIGKILL at any time. A full disk stops nothing for good: the journal is opened again until there is space.
 */
import { isOutcome } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import type { Event } from '@harness/core/playbooks/daemon/effects'
import { isSooner } from '@harness/core/playbooks/daemon/next-moment'
import { daemonNotices } from '@harness/core/playbooks/daemon/notices'
import { daemon } from '@harness/core/playbooks/daemon/playbook'
import type { DaemonInput, DaemonState } from '@harness/core/playbooks/daemon/state'
import type { OperatorWord } from '@harness/core/playbooks/daemon/words'
import type { DaemonState as StateFile } from '@harness/formats/records/daemon-state'
import { readMoment } from '@harness/formats/text/moment'
import { driveRun } from '@harness/shell/engine/loop/drive-run'
import type { Rest } from '@harness/shell/engine/loop/run-loop'
import { DiskFullError, diskError } from '@harness/shell/machine/disk/disk-error'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { runIdAt } from '@harness/shell/store/layout/run-folder'
import { ignoreStateDir } from '@harness/shell/store/layout/state-dir'
import type { HeldSubject, RunRef, RunStore } from '@harness/shell/store/port/run-store'
import { readStateFile, updateStateFile } from '@harness/shell/store/sidecars/state-file'
import { daemonLog, daemonRun, daemonStore, daemonSubject, storedState } from '../place/daemon-place.ts'
import type { DaemonOutside, HookCommand } from '../place/outside.ts'
import { createBell } from './bell.ts'
import { appendLog, logLine, newEntries } from './daemon-log.ts'
import { openOperatorDesk } from './operator-desk.ts'
import { daemonPerformers } from './performers.ts'
import type { DaemonPorts } from './ports.ts'
import { projectDaemon } from './project-state.ts'
import { createRunsInFlight } from './runs-in-flight.ts'
import { watchBudget } from './watch-budget.ts'

export interface LiveDaemon {
  /** As of the latest event. */
  state(): DaemonState
  /** Resolves when the word is durable and has taken effect. */
  say(word: OperatorWord, by: string): Promise<void>
  /** Makes it look around at once. */
  nudge(): void
  /** Resolves when the daemon was stopped. */
  readonly ended: Promise<Rest>
}

export interface LiveOptions {
  readonly hooks: HookCommand
  /** Aborted to let go of all runs at once; they can be resumed. */
  readonly stop: AbortSignal
  /** Hears each line of the log. */
  onLine?(line: string): void
}

export async function openDaemon(outside: DaemonOutside, options: LiveOptions): Promise<LiveDaemon> {
  const { stateDir } = outside
  await ignoreStateDir(stateDir)
  const file = await readStateFile(stateDir)
  const store = daemonStore(stateDir)
  const held = await holdDaemon(store)
  try {
    const known = await daemonRun(store)
    const run = known ?? { subject: daemonSubject, runId: runIdAt(outside.clock.now()) }
    const begin = known === null ? inputFrom(run, file) : null
    return live(outside, options, { store, held, run, begin, stored: await storedState(stateDir) })
  } catch (error) {
    await held.release()
    throw error
  }
}

/** Throws if another process is the daemon of this repository. */
async function holdDaemon(store: RunStore): Promise<HeldSubject> {
  try {
    return await store.hold(daemonSubject, 'harness daemon start')
  } catch (error) {
    if (!(error instanceof UserError && error.code === 'run-held')) throw error
    const holder = await store.holderOf(daemonSubject)
    const who =
      holder === null
        ? 'Another process'
        : `Process ${holder.record.pid} on ${holder.record.host}, since ${new Date(holder.record.at).toISOString()},`
    throw new UserError('daemon-runs', `${who} is the daemon of this repository.`, {
      next: 'Look at it: harness daemon status; or end it: harness daemon stop',
      exitCode: exitCode.heldByAnother,
      cause: error,
    })
  }
}

/** What another tool left in `state.json` is taken over by the first daemon. */
const inputFrom = ({ runId }: RunRef, { blocked, runsFired }: StateFile): DaemonInput => ({
  runId: runId as DaemonInput['runId'],
  adopted: {
    blocked: Object.fromEntries(
      Object.entries(blocked).map(([id, { reason, blockedAt, retries }]) => [
        id,
        { reason, retries, since: readMoment(blockedAt) ?? 0 },
      ]),
    ),
    runsFired,
  },
})

interface Opened {
  readonly store: RunStore
  readonly held: HeldSubject
  readonly run: RunRef
  readonly begin: DaemonInput | null
  /** Null if no daemon ran here before. */
  readonly stored: DaemonState | null
}

function live(
  outside: DaemonOutside,
  options: LiveOptions,
  { store, held, run, begin, stored }: Opened,
): LiveDaemon {
  const { stateDir, clock } = outside
  const desk = openOperatorDesk()
  const bell = createBell()
  const input = begin ?? { runId: run.runId as DaemonInput['runId'], adopted: null }
  let state = stored ?? daemon.initialState(input)
  const settings = () => state.seen?.config?.settings
  const tickMs = (): number => settings()?.tickMs ?? firstTickMs
  const ports: DaemonPorts = {
    outside,
    bell,
    desk,
    inFlight: createRunsInFlight(),
    budget: watchBudget(
      stateDir,
      () => clock.now(),
      () => 2 * tickMs(),
    ),
    hooks: options.hooks,
    tickMs,
  }
  const tell = (line: string): void => {
    appendLog(daemonLog(stateDir), [line])
    options.onLine?.(line)
  }
  let told: ReadonlySet<string> = new Set()
  const notify = (after: DaemonState): void => {
    const notices = daemonNotices(after)
    for (const notice of notices)
      if (!told.has(notice.key)) outside.notices.tell(notice).catch((error: Error) => tell(noticeLost(error)))
    told = new Set(notices.map(({ key }) => key))
  }
  const noticeLost = ({ message }: Error): string =>
    `${new Date(clock.now()).toISOString()} notice_lost ${stripControl(message)}`
  /** Of operators who wait until the file `FROZEN` is written, or gone and seen to be gone: a resume may follow. */
  const freezes: (() => void)[] = []
  let untold: string | null = null
  const project = async (after: DaemonState, pid: number | null = process.pid): Promise<void> => {
    try {
      await updateStateFile(stateDir, (file) => projectDaemon(file, after, { pid, stateDir }))
      untold = null
    } catch (error) {
      // The journal is the truth. Whatever people do to their file or to its lock, the next event writes it again.
      if (diskError(error, stateDir) instanceof DiskFullError) throw error
      const said = stripControl(error instanceof Error ? error.message : String(error))
      const code = error instanceof UserError ? error.code.replaceAll('-', '_') : 'state_file_failed'
      if (untold !== said) tell(`${new Date(clock.now()).toISOString()} ${code} ${said}`)
      untold = said
    }
  }
  const drive = (isNew: boolean): Promise<Rest> =>
    driveRun({
      playbook: daemon,
      runs: store,
      run,
      begin: isNew && begin !== null ? { runId: begin.runId, input: begin } : null,
      until: null,
      performers: daemonPerformers(ports),
      confined: false,
      clock,
      attended: false,
      isFrozen: () => false,
      stop: options.stop,
      async observe(event, after) {
        const lines = newEntries(state.history, after.history).map(logLine)
        const changed = !isQuiet(event as Event)
        // A look around that waits knows only the moments that there were when it began.
        if (isSooner(state, after)) bell.ring()
        state = after
        for (const line of lines) tell(line)
        if (changed) notify(after)
        try {
          if (changed) await project(after)
        } finally {
          if ((event as Event).type === 'OperatorHeard') desk.heard()
          if (isFreezeSeen(after)) for (const done of freezes.splice(0)) done()
          // Only now: a look that began before would not know that the work is done.
          if ((event as Event).type === 'WorkRested') bell.ring()
        }
      },
    })
  const driveToItsEnd = async () => {
    try {
      return await keepDriving(drive, {
        outside,
        stop: options.stop,
        tell,
        tickMs,
        store,
        run,
        failed(error) {
          desk.failed(error)
          // The journal boots again, and a boot starts paused: the operator's word still holds.
          const again = wordAgain(state)
          if (again !== null) desk.say(again, 'the daemon itself').catch(() => {})
        },
      })
    } finally {
      desk.close(daemonEnded())
      // A full disk keeps the file as it was.
      await project(state, null).catch(() => {})
      await held.release()
    }
  }
  const ended = driveToItsEnd()
  ended.catch(() => {})
  const say = async (word: OperatorWord, by: string): Promise<void> => {
    await desk.say(word, by)
    if (isFreezeSeen(state) || !(word.type === 'freeze' || word.type === 'unfreeze')) return
    const set = new Promise<void>((resolve) => freezes.push(resolve))
    await Promise.race([set, ended.catch(() => {})])
  }
  return { state: () => state, say, nudge: bell.ring, ended }
}

/** What has to be said again after a disk was full, so that the daemon is in the mode that it was in. */
function wordAgain({ mode, releases }: DaemonState): OperatorWord | null {
  if (mode === 'running') return { type: 'begin' }
  if (mode === 'stopping') return { type: releases === 'all' ? 'stop-now' : 'stop' }
  return null
}

const firstTickMs = 30_000

/** If the file `FROZEN` is as an operator wants it, and no look takes a lifted freeze for one that holds. */
const isFreezeSeen = ({ freezeWanted, lifted }: DaemonState): boolean =>
  freezeWanted === null && lifted === null

/** Nothing that `state.json` tells changes when a command is issued, but for work that starts. */
const isQuiet = (event: Event): boolean => !isOutcome(event) && event.type === 'CommandIssued'

const daemonEnded = (): UserError =>
  new UserError('daemon-ended', 'The daemon ended before it could do that.', {
    next: 'Start it again: harness daemon start',
  })

interface Keeping {
  readonly outside: DaemonOutside
  readonly stop: AbortSignal
  readonly store: RunStore
  readonly run: RunRef
  tell(line: string): void
  tickMs(): number
  /** Told before it is tried again. */
  failed(error: Error): void
}

async function keepDriving(
  drive: (isNew: boolean) => Promise<Rest>,
  { outside, stop, tell, tickMs, store, run, failed }: Keeping,
): Promise<Rest> {
  const { clock, stateDir } = outside
  for (;;) {
    try {
      return await drive((await store.peek(run))?.type !== 'readable')
    } catch (error) {
      const told = diskError(error, stateDir)
      if (!(told instanceof DiskFullError) || stop.aborted) throw told
      tell(`${new Date(clock.now()).toISOString()} disk_full ${told.message} It is tried again.`)
      failed(told)
      await clock.until(clock.now() + tickMs(), stop).catch(() => {})
    }
  }
}
