/**
 * MergeLane without a forge: the run waits in the repository's merge queue until its lane is on the base or sent back.
 * Whichever waiting run holds the queue's lock leads: it lands the lanes at the head for all of them.
 *
 * Safe to repeat, also while git that a killed harness left is still at it: what is on the base already is found by the
 * trailer its commit bears, before the lane joins the queue and again before each landing.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { LaneMerged, MergeLane, MergeRefused } from '@harness/core/effects/merge-lane'
import type { CommitHash } from '@harness/core/kernel/ids'
import { changeSize } from '../../machine/git/change-size.ts'
import { treeOf } from '../../machine/git/commits.ts'
import { mergeTreeWrite } from '../../machine/git/merge-tree.ts'
import { tryHold } from '../../machine/lock/hold.ts'
import type { CheckPorts } from '../checks/run-checks.ts'
import type { Attempt } from '../failure/attempt.ts'
import { orCommandFailed } from '../failure/expected-failure.ts'
import { commitOfCommand } from '../lanes/command-trailer.ts'
import { requireBase } from './forge-ports.ts'
import { land } from './land.ts'
import { landingOf } from './landing-file.ts'
import { answer, answerOf, joinQueue, leaveQueue, queueDir, waitingEntries } from './queue-folder.ts'

const lookAgainMs = 50
/** So many lanes share one run of the checks. */
const batchSize = 8

export const mergeLane = (
  command: MergeLane,
  attempt: Attempt,
  ports: CheckPorts,
): Promise<LaneMerged | MergeRefused | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const done = (await mergedBefore(command, ports)) ?? (await whyNotMergeable(command, ports))
    if (done !== null) return done
    const dir = queueDir(ports.stateDir)
    await joinQueue(dir, command)
    try {
      return await turn(dir, command, attempt.signal, ports)
    } finally {
      await leaveQueue(dir, command.id)
    }
  })

async function turn(
  dir: string,
  command: MergeLane,
  signal: AbortSignal,
  ports: CheckPorts,
): Promise<LaneMerged | MergeRefused | CommandFailed> {
  for (;;) {
    signal.throwIfAborted()
    const given = await answerOf(dir, command.id)
    if (given !== null) return given
    const attempt = await tryHold(join(dir, '.lock'), `merging into ${command.baseBranch}`)
    if (attempt.type === 'refused') {
      await sleep(lookAgainMs)
      continue
    }
    try {
      await lead(dir, command, signal, ports)
    } finally {
      await attempt.hold.release()
    }
  }
}

async function lead(dir: string, own: MergeLane, signal: AbortSignal, ports: CheckPorts): Promise<void> {
  const due: MergeLane[] = []
  for (const { command } of await waitingEntries(dir, own.baseBranch)) {
    const before = await mergedBefore(command, ports)
    if (before !== null) await answer(dir, before)
    else if (due.length < batchSize) due.push(command)
  }
  if (due.length > 0) await land(due, own, signal, ports)
}

async function mergedBefore(command: MergeLane, ports: CheckPorts): Promise<LaneMerged | null> {
  const { repoRoot, stateDir, clock } = ports
  const base = await requireBase(repoRoot, command.baseBranch)
  // Nothing was merged into a base that has not moved.
  if (base === command.baseCommit) return null
  const own = await commitOfCommand(repoRoot, `${command.baseCommit}..${base}`, command.id)
  const commit = own ?? ((await bringsNothing(command, base, repoRoot)) ? base : null)
  if (commit === null) return null
  const landing = await landingOf(queueDir(stateDir), command.id)
  return {
    type: 'LaneMerged',
    at: clock.now(),
    commandId: command.id,
    commit,
    tree: landing?.tree ?? (await treeOf(repoRoot, commit)),
    evidence: landing?.evidence ?? [],
    size: await changeSize(repoRoot, command.baseCommit, command.commit),
    by: 'harness',
  }
}

/** An earlier command may have merged it, died, and failed when it was repeated: then there is nothing left to merge. */
async function bringsNothing(command: MergeLane, base: CommitHash, repoRoot: string): Promise<boolean> {
  const merged = await mergeTreeWrite(repoRoot, base, command.commit)
  return merged.clean && merged.tree === (await treeOf(repoRoot, base))
}

/** The lane must still be what was proven. */
async function whyNotMergeable(command: MergeLane, ports: CheckPorts): Promise<MergeRefused | null> {
  if ((await treeOf(ports.repoRoot, command.commit)) === command.tree) return null
  return {
    type: 'MergeRefused',
    at: ports.clock.now(),
    commandId: command.id,
    reason: 'tree-differs',
    detail: `${command.commit.slice(0, 12)} does not have the tree that was checked.`,
  }
}
