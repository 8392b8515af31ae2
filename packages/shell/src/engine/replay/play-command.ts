/**
 * Owns doing a recorded run's command again: lanes, checks, commits and merges for real; agents, people, what stood in
 * documents and the passing of time from the recording. What came from outside the run (a base that others moved, a refused merge, a full
 * disk) is taken as it was recorded.
 */

import type { CommitHash } from '@harness/core/kernel/ids'
import { unreachable } from '@harness/core/kernel/invariant'
import type { Command, Outcome } from '@harness/core/playbooks/every-effect'
import { commitOfCommand } from '../../effects/lanes/command-trailer.ts'
import type { Clock } from '../../machine/clock/clock.ts'
import { newestDate, resolveCommit, treeOf } from '../../machine/git/commits.ts'
import type { Adapters } from '../loop/adapters.ts'
import { interpret } from '../loop/interpret.ts'
import { reconciled } from './reconciled.ts'
import { atBase, moveBase } from './replayed-base.ts'

export interface ReplayDesk {
  /** Where it is played. */
  readonly repoRoot: string
  readonly baseBranch: string
  readonly adapters: Adapters
  readonly clock: SetClock
  readonly stop: AbortSignal
}

/** Time stands still between outcomes and moves with them: nobody waits for what was waited for before. */
export interface SetClock extends Clock {
  moveTo(at: number): void
}

export async function playCommand(command: Command, before: Outcome, desk: ReplayDesk): Promise<Outcome> {
  const { repoRoot, baseBranch, adapters, clock, stop } = desk
  if (isFromOutside(before) || atTheForge.has(command.type)) {
    // What the forge merged is in the shared objects: the base moves there, as it did for the run.
    if (before.type === 'LaneMerged') await moveBase(repoRoot, before.commit)
    clock.moveTo(before.at)
    // As far as they can be: what people wrote beside is known to the run as it was read, and not as it was written.
    if (inDocuments.has(command.type)) await interpret(command, adapters, { signal: stop, repeated: false })
    return before
  }
  // A commit that is made again at the same moment has the same hash.
  clock.moveTo((await madeAt(repoRoot, before)) ?? before.at)
  const base = await baseOf(repoRoot, before)
  const again = await atBase(repoRoot, baseBranch, base, () =>
    interpret(command, adapters, { signal: stop, repeated: false }),
  )
  clock.moveTo(before.at)
  return reconciled(before, await besideOthers(repoRoot, before, again))
}

/**
 * Merged in a batch, a lane is told the tree of all of them and what was shown about that. The others are no part of this
 * run: what is its own is held against its own commit, and the rest is taken as it was recorded.
 */
async function besideOthers(repoRoot: string, before: Outcome, again: Outcome): Promise<Outcome> {
  if (before.type !== 'LaneMerged' || again.type !== 'LaneMerged' || again.tree === before.tree) return again
  const commit = await resolveCommit(repoRoot, before.commit)
  return commit !== null && (await treeOf(repoRoot, commit)) === again.tree
    ? { ...again, tree: before.tree, evidence: before.evidence }
    : again
}

/** Null where the recorded commit is not among the objects any more. */
async function madeAt(repoRoot: string, before: Outcome): Promise<number | null> {
  if (!('commit' in before)) return null
  const commit = await resolveCommit(repoRoot, before.commit)
  return commit === null ? null : newestDate(repoRoot, [commit])
}

/** Where the base stood when the command looked at it; null where it did not, or nobody can tell any more. */
async function baseOf(repoRoot: string, before: Outcome): Promise<CommitHash | null> {
  switch (before.type) {
    case 'LaneOpened':
    case 'LaneSynced':
    case 'SyncConflicted':
      return resolveCommit(repoRoot, before.baseCommit)
    case 'LaneMerged':
    case 'PlanCompleted': {
      const parent = await resolveCommit(repoRoot, `${before.commit}^1`)
      if (parent === null) return null
      const own = await commitOfCommand(repoRoot, `${parent}..${before.commit}`, before.commandId)
      return own === before.commit ? parent : null
    }
    default:
      return null
  }
}

/** Nobody else takes part in a replay: what a forge said is taken as it was recorded. */
const atTheForge: ReadonlySet<Command['type']> = new Set(['OpenPull', 'AwaitCi', 'MergePull'])

const inDocuments: ReadonlySet<Command['type']> = new Set(['TickBox', 'WriteDocuments', 'WriteHandbook'])

function isFromOutside(outcome: Outcome): boolean {
  switch (outcome.type) {
    case 'GateAnswered':
    case 'TimerFired':
    case 'MergeRefused':
    case 'UiCaptured':
    case 'UiNotCaptured':
    case 'PlanRead':
    case 'HandbookRead':
    case 'BoxTicked':
    case 'TickRefused':
    case 'HandbookWritten':
    case 'HandbookRefused':
    case 'MissionRead':
    case 'DocumentsWritten':
    case 'SmokeTested':
    case 'HookRan':
    case 'Notified':
    case 'BaseRewritten':
    case 'PullOpened':
    case 'CiReported':
    case 'PullClosed':
    case 'ForgeFailed':
    case 'CommandFailed':
    case 'Frozen':
      return true
    case 'LaneOpened':
    case 'AgentFinished':
    case 'AgentFailed':
    case 'ContractBroken':
    case 'ChecksFinished':
    case 'ChangeMeasured':
    case 'LaneSynced':
    case 'SyncConflicted':
    case 'LaneMerged':
    case 'PlanCompleted':
    case 'LaneClosed':
      return false
    default:
      return unreachable(outcome, 'outcome')
  }
}
