/**
 * Ends a run for good that this version of its playbook cannot read. What it came to cannot be folded, so its documents and
 * sidecars are left as they are; its journal and its summary say that it is over. The caller holds the subject's lease.
 */

import { join } from 'node:path'
import { isRunEvent, type RunEnd, type RunEnded } from '@harness/core/kernel/event'
import { givenUpEnd } from '@harness/core/kernel/given-up'
import type { Clock } from '../../machine/clock/clock.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { endOrphans } from '../../machine/process/orphans.ts'
import { folderOfRun } from '../../store/layout/run-folder.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import type { KnownRun } from '../../store/port/run-store.ts'
import { processTagOf } from './process-tag.ts'

export interface EndedOfOtherVersion {
  readonly stateDir: string
  readonly run: KnownRun
  readonly clock: Clock
  readonly by: string
  readonly reason: string
}

/** Null if it has ended for good already. */
export async function endOfOtherVersion({
  stateDir,
  run,
  clock,
  by,
  reason,
}: EndedOfOtherVersion): Promise<RunEnd | null> {
  const runs = openRunStore(stateDir)
  const runDir = folderOfRun(stateDir, run)
  const journaled = await runs.peek(run)
  const last = journaled?.type === 'readable' ? journaled.last.at(-1) : undefined
  if (isRunEvent(last, 'RunEnded') && !last.end.resumable) return null
  await endOrphans(processTagOf(runDir))
  const end = givenUpEnd({
    by,
    reason,
    next: 'Another version started it: its branches and lanes stay as they are. Start again when you want to.',
    report: (why) => `# Given up\n${why}\n`,
  })
  const event: RunEnded = { type: 'RunEnded', at: clock.now(), end }
  const journal = await runs.open(run)
  try {
    await journal.store.append(event)
  } finally {
    await journal.store.close()
  }
  if (run.summary !== null)
    await runs.summarise(run, {
      ...run.summary,
      status: 'blocked',
      updatedAt: event.at,
      waitingFor: null,
      gate: null,
      sleepsUntil: null,
      reason: end.reason,
      next: end.next,
      exitCode: end.exitCode,
    })
  await durableReplace(join(runDir, 'report.md'), end.report)
  return end
}
