/** Owns the files that other tools read about a delivery: brought up to date when a run is taken up, then event by event. */
import type { Event } from '@harness/core/event'
import { branchOf, type DeliveryState } from '@harness/core/playbooks/delivery/state'
import { type ProjectedRun, projectEvent } from './daemon-state.ts'
import { logPathOf, openRunLog } from './run-log.ts'
import { updateStateFile } from './state-file.ts'
import { openTokenFile, taskRunFolder } from './token-records.ts'

export interface Chapter {
  readonly event: Event
  readonly state: DeliveryState
}

export interface SidecarOptions {
  readonly stateDir: string
  readonly planId: string
  readonly runId: string
  /** What the journal holds already. */
  readonly past: readonly Chapter[]
  sanitise(text: string): string
}

export interface Sidecars {
  readonly logPath: string
  observe(event: Event, state: DeliveryState): Promise<void>
}

/** Events that `state.json` has nothing to say about are not worth its lock. */
const tellsState: ReadonlySet<Event['type']> = new Set([
  'RunStarted',
  'RunResumed',
  'AgentFailed',
  'AgentFinished',
  'ContractBroken',
  'RunInterrupted',
  'LaneMerged',
  'Frozen',
  'RunEnded',
])

export async function openSidecars(options: SidecarOptions): Promise<Sidecars> {
  const { stateDir, planId, runId, past } = options
  const events = past.map(({ event }) => event)
  const logPath = logPathOf(stateDir, planId, runId)
  const log = await openRunLog(logPath, events, options.sanitise)
  const tokens = await openTokenFile(taskRunFolder(stateDir, planId, runId), events)
  const project = (chapters: readonly Chapter[]) =>
    updateStateFile(stateDir, (known) =>
      chapters.reduce((state, { event, state: run }) => {
        const projected: ProjectedRun = { planId, runId, branch: branchOf(run.input), logPath }
        return projectEvent(state, projected, event, run.warnings)
      }, known),
    )
  const told = past.filter(({ event }) => tellsState.has(event.type))
  if (told.length > 0) await project(told)
  return {
    logPath,
    async observe(event, state) {
      log.add(event)
      tokens.add(event)
      if (tellsState.has(event.type)) await project([{ event, state }])
    },
  }
}
