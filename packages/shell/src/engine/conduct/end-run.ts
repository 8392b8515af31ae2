/**
 * Ends a resting run for good at a person's word, without resuming it: nothing is begun, and nothing is needed that
 * working would need (a token, an agent, a lane). The caller holds the subject's lease.
 */

import { join } from 'node:path'
import { withDeniedTold } from '@harness/core/effects/denied-calls'
import type { AnyCommand } from '@harness/core/kernel/effect'
import { isRunEvent, type RunEnd, type RunEnded } from '@harness/core/kernel/event'
import { withLackedTold } from '@harness/core/kernel/lacked'
import type { Playbook } from '@harness/core/kernel/playbook'
import { withSandboxTold } from '@harness/core/kernel/unconfined'
import { type AnyEffects, logDetail } from '../../effects/effect.ts'
import type { Clock } from '../../machine/clock/clock.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { endOrphans } from '../../machine/process/orphans.ts'
import { readFolded, snapshotReader } from '../../store/fold/read-folded.ts'
import { readStory } from '../../store/fold/read-story.ts'
import { folderOfRun } from '../../store/layout/run-folder.ts'
import type { Project } from '../../store/layout/run-projections.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import type { KnownRun } from '../../store/port/run-store.ts'
import { type OwnSidecar, openSidecars, type SpendingState } from '../../store/sidecars/run-sidecars.ts'
import { followUnfinished } from '../../store/sidecars/unfinished-runs.ts'
import { processTagOf } from './process-tag.ts'

export interface EndedRun<Input, State extends SpendingState> {
  readonly playbook: Playbook<Input, State, AnyCommand>
  /** The records of the playbook's commands. */
  readonly effects: AnyEffects
  readonly stateDir: string
  readonly run: KnownRun
  readonly clock: Clock
  /** Null if it cannot be ended so. */
  endOf(state: State): RunEnd | null
  sidecarOf(state: State): Promise<OwnSidecar<State>>
  readonly project: Project<State>
  sanitise(text: string): string
}

/** Null if it cannot be ended so, or has ended for good already. */
export async function endRun<Input, State extends SpendingState>(
  options: EndedRun<Input, State>,
): Promise<RunEnd | null> {
  const { playbook, stateDir, run, clock, sanitise } = options
  const runs = openRunStore(stateDir)
  const runDir = folderOfRun(stateDir, run)
  const [known, journaled] = [await readFolded(runs, run, playbook), await runs.peek(run)]
  if (known === null || journaled?.type !== 'readable') return null
  const last = journaled.last.at(-1)
  const wanted = isRunEvent(last, 'RunEnded') && !last.end.resumable ? null : options.endOf(known.state)
  if (wanted === null) return null
  const toldOfAgents = withLackedTold(withDeniedTold(wanted, known.denied), known.lacked)
  const end = withSandboxTold(toldOfAgents, known.unconfined)
  await endOrphans(processTagOf(runDir))
  const sidecars = await openSidecars({
    stateDir,
    subject: run.subject,
    runId: run.runId,
    known,
    past: () => readStory(runs, run, playbook),
    sanitise,
    detailOf: logDetail(options.effects),
    own: await options.sidecarOf(known.state),
  })
  const event: RunEnded = { type: 'RunEnded', at: clock.now(), end }
  const journal = await runs.open(run, snapshotReader(playbook))
  try {
    await journal.store.append(event)
  } finally {
    await journal.store.close()
  }
  const state = playbook.evolve(known.state, event)
  await sidecars.observe(event, state)
  const told = { startedAt: journaled.first.at, events: known.events + 1 }
  const projections = options.project(event, state, told)
  await runs.project(run, projections)
  await followUnfinished(stateDir, null, projections.summary)
  await durableReplace(join(runDir, 'report.md'), `${sanitise(end.report)}\n`)
  return end
}
