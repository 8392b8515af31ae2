/** Owns the files that other tools read about a delivery: brought up to date when a run is taken up, then event by event. */
import type { Event } from '@harness/core/event'
import { branchOf, type DeliveryState } from '@harness/core/playbooks/delivery/state'
import type { Chapter } from '../delivery/read-story.ts'
import { type ProjectedRun, projectEvent } from './daemon-state.ts'
import { needFile, openNeedFile } from './need-file.ts'
import { logPathOf, openRunLog } from './run-log.ts'
import { hasStateFile, updateStateFile } from './state-file.ts'
import { openTokenFile, taskRunFolder } from './token-records.ts'

export interface SidecarOptions {
  readonly stateDir: string
  readonly planId: string
  readonly runId: string
  /** How far the journal has come; null where the run begins. */
  readonly known: KnownStory | null
  /** All of the journal: asked for only where a sidecar is behind it. */
  past(): Promise<readonly Chapter[]>
  sanitise(text: string): string
}

interface KnownStory {
  readonly events: number
  readonly state: DeliveryState
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
  const { stateDir, planId, runId, known } = options
  const logPath = logPathOf(stateDir, planId, runId)
  const log = await openRunLog(logPath, options.sanitise)
  const tokens = await openTokenFile(taskRunFolder(stateDir, planId, runId))
  const need = openNeedFile(needFile(stateDir, planId, runId), options.sanitise)
  if (known !== null) await need.follow(known.state)
  const project = (chapters: readonly Chapter[]) =>
    updateStateFile(stateDir, (before) =>
      chapters.reduce((state, { event, state: run }) => {
        const projected: ProjectedRun = { planId, runId, branch: branchOf(run.input), logPath }
        return projectEvent(state, projected, event, run.warnings)
      }, before),
    )
  const areCurrent = async ({ events, state }: KnownStory): Promise<boolean> =>
    (await log.holds(events)) && (await tokens.holds(state.spent.tokens)) && hasStateFile(stateDir)

  if (known !== null && !(await areCurrent(known))) {
    const past = await options.past()
    const events = past.map(({ event }) => event)
    await tokens.rewrite(events)
    await project(past.filter(({ event }) => tellsState.has(event.type)))
    await log.rewrite(events)
  }
  return {
    logPath,
    // The log comes last: an event that has its line there is in the others too.
    async observe(event, state) {
      tokens.add(event)
      await need.follow(state)
      if (tellsState.has(event.type)) await project([{ event, state }])
      log.add(event)
    },
  }
}
