/** Owns what a delivery tells other tools beside its log: `state.json`, and what it needs of a person. */

import type { Event } from '@harness/core/playbooks/delivery/effects'
import { branchOf, type DeliveryState } from '@harness/core/playbooks/delivery/state'
import type { Chapter } from '../../store/fold/read-story.ts'
import { type ProjectedRun, projectEvent } from '../../store/sidecars/daemon-state.ts'
import { openNeedFile } from '../../store/sidecars/need-file.ts'
import { logPathOf } from '../../store/sidecars/run-log.ts'
import type { OwnSidecar } from '../../store/sidecars/run-sidecars.ts'
import { hasStateFile, updateStateFile } from '../../store/sidecars/state-file.ts'
import { needFile } from '../../store/sidecars/task-files.ts'

export interface DeliverySidecarOptions {
  readonly stateDir: string
  readonly planId: string
  readonly runId: string
  /** The state of the run; null if it begins. */
  readonly stood: DeliveryState | null
  sanitise(text: string): string
}

/** Events that `state.json` has nothing to say about are not worth its lock. */
const tellsState: ReadonlySet<string> = new Set<Event['type']>([
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

export async function deliverySidecar(options: DeliverySidecarOptions): Promise<OwnSidecar<DeliveryState>> {
  const { stateDir, planId, runId, stood } = options
  const logPath = logPathOf(stateDir, planId, runId)
  const need = openNeedFile(needFile(stateDir, planId, runId), options.sanitise)
  if (stood !== null) await need.follow(stood)
  const project = (chapters: readonly Chapter<DeliveryState>[]) =>
    updateStateFile(stateDir, (before) =>
      chapters.reduce((state, { event, state: run }) => {
        const projected: ProjectedRun = { planId, runId, branch: branchOf(run.input), logPath }
        return projectEvent(state, projected, event, run.warnings)
      }, before),
    )
  return {
    isThere: () => hasStateFile(stateDir),
    async rewrite(past) {
      await project(past.filter(({ event }) => tellsState.has(event.type)))
    },
    async observe(event, state) {
      await need.follow(state)
      if (tellsState.has(event.type)) await project([{ event, state }])
    },
  }
}
