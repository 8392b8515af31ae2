/** Finds the checkout in which a mission's documents lie. All worktrees of a repository share its runs, not its files. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isRunEvent } from '@harness/core/kernel/event'
import type { MissionInput } from '@harness/core/playbooks/mission/state/input'
import { missionFolder, missionPaths } from '@harness/core/playbooks/mission/state/mission-contents'
import { startedIn } from '@harness/shell/engine/conduct/started-in'
import { missionSubject } from '@harness/shell/store/layout/run-subject'
import type { KnownRun, RunStore } from '@harness/shell/store/port/run-store'
import type { StatePlace } from '../../run/target/state-dir.ts'

/** That of the latest mission; but once it has ended, those who have a plan here mean their own. */
export async function missionCheckout({ root, runs }: StatePlace): Promise<string> {
  const [newest] = await runs.list(missionSubject)
  const begunIn = newest === undefined ? null : await checkoutOf(runs, newest, root)
  if (begunIn === null || begunIn === root || !existsSync(begunIn)) return root
  const isPlannedHere = existsSync(join(root, missionFolder, missionPaths.features))
  return isPlannedHere && over.has(newest?.summary?.status) ? root : begunIn
}

const over: ReadonlySet<string | undefined> = new Set(['done', 'halted', 'blocked'])

/** Null if it was not recorded, or cannot be read: a look at the run itself says why. */
async function checkoutOf(runs: RunStore, run: KnownRun, root: string): Promise<string | null> {
  const journal = await runs.peek(run)
  if (journal?.type !== 'readable' || !isRunEvent(journal.first, 'RunStarted')) return null
  const input = (journal.first.input ?? {}) as Partial<MissionInput>
  return (await startedIn(runs, run, input, root)) ?? null
}

/** What a person in another checkout should know; null if they are here. */
export const elsewhereNote = (checkout: string, root: string): string | null =>
  checkout === root ? null : `Its documents are in ${checkout}.`
