/**
 * Ends a resting run for good at a person's word, without going on with it: nothing is begun, and nothing is needed that
 * working would need (a token, an agent, a lane). The caller holds the subject's lease.
 */
import { join } from 'node:path'
import type { RunEnd, RunEnded } from '@harness/core/event'
import type { Playbook } from '@harness/core/playbook'
import type { Clock } from '../clock.ts'
import { durableReplace } from '../disk/durable-write.ts'
import { openJournal } from '../journal/open-journal.ts'
import { peekJournal } from '../journal/peek-journal.ts'
import { readFolded } from '../journal/read-folded.ts'
import { endOrphans } from '../process/orphans.ts'
import { writeSummary } from '../run-summary.ts'
import type { KnownRun } from '../runs.ts'
import { type OwnSidecar, openSidecars, type SpendingState } from '../sidecars/run-sidecars.ts'
import type { ConductedRun } from './conduct-run.ts'
import { processTagOf } from './process-tag.ts'
import { readStory } from './read-story.ts'

export interface EndedRun<Input, State extends SpendingState> {
  readonly playbook: Playbook<Input, State>
  readonly stateDir: string
  readonly run: KnownRun
  readonly clock: Clock
  /** Null where it cannot be ended so. */
  endOf(state: State): RunEnd | null
  sidecarOf(state: State): Promise<OwnSidecar<State>>
  readonly summarise: ConductedRun<Input, State>['summarise']
  sanitise(text: string): string
}

/** Null where it cannot be ended so, or has ended for good already. */
export async function endRun<Input, State extends SpendingState>(
  options: EndedRun<Input, State>,
): Promise<RunEnd | null> {
  const { playbook, stateDir, run, clock, sanitise } = options
  const [known, journaled] = [await readFolded(run.dir, playbook), await peekJournal(run.dir)]
  if (known === null || journaled?.type !== 'readable') return null
  const last = journaled.last.at(-1)
  const end = last?.type === 'RunEnded' && !last.end.resumable ? null : options.endOf(known.state)
  if (end === null) return null
  await endOrphans(processTagOf(run.dir))
  const sidecars = await openSidecars({
    stateDir,
    subject: run.subject,
    runId: run.runId,
    known,
    past: () => readStory(run.dir, playbook),
    sanitise,
    own: await options.sidecarOf(known.state),
  })
  const event: RunEnded = { type: 'RunEnded', at: clock.now(), end }
  const journal = await openJournal(run.dir, { name: playbook.name, version: playbook.version })
  try {
    await journal.store.append(event)
  } finally {
    await journal.store.close()
  }
  const state = playbook.evolve(known.state, event)
  await sidecars.observe(event, state)
  await writeSummary(run.dir, options.summarise(event, state, journaled.first.at))
  await durableReplace(join(run.dir, 'report.md'), `${sanitise(end.report)}\n`)
  return end
}
