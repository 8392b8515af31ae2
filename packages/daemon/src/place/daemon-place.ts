/** Owns the folder of a daemon: `<stateDir>/daemon/`. Its journal is a run like any other, in a store of its own. */
import { join } from 'node:path'
import { daemon } from '@harness/core/playbooks/daemon/playbook'
import type { DaemonState } from '@harness/core/playbooks/daemon/state'
import { readFolded } from '@harness/shell/store/fold/read-folded'
import { openRunStore } from '@harness/shell/store/open-run-store'
import type { RunRef, RunStore } from '@harness/shell/store/port/run-store'

export const daemonSubject = 'daemon'

export const daemonDir = (stateDir: string): string => join(stateDir, 'daemon')
export const daemonStore = (stateDir: string): RunStore => openRunStore(daemonDir(stateDir))
export const tokenPath = (stateDir: string): string => join(daemonDir(stateDir), 'token')
/** Which runs its queued commands started. */
export const startedDir = (stateDir: string): string => join(daemonDir(stateDir), 'started')
export const daemonLog = (stateDir: string): string => join(stateDir, 'logs', 'daemon.log')

/** The journal of the daemon in this repository; null if it never ran. */
export async function daemonRun(store: RunStore): Promise<RunRef | null> {
  const [newest] = await store.list(daemonSubject)
  return newest === undefined ? null : { subject: newest.subject, runId: newest.runId }
}

/** What the journal says, read without holding it; null if no daemon ever ran here. */
export async function storedState(stateDir: string): Promise<DaemonState | null> {
  const store = daemonStore(stateDir)
  const run = await daemonRun(store)
  return run === null ? null : ((await readFolded(store, run, daemon))?.state ?? null)
}
