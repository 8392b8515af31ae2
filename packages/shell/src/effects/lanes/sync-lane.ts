/**
 * SyncLane: brings the base branch into a lane as one merge commit, made in the object store, so that the lane is never
 * half merged; if the two conflict, that commit holds the conflicts, marked, for an agent to resolve. Safe to repeat:
 * the commit carries the command's id and is looked for first; a lane that a crash left between its old files and the
 * new commit is put at the commit.
 */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ForgeFailed } from '@harness/core/effects/forge-failed'
import type { BaseRewritten, LaneSynced, SyncConflicted, SyncLane } from '@harness/core/effects/sync-lane'
import type { CommitHash, TreeHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { commitTree, isAncestor, resolveCommit, treeOf } from '../../machine/git/commits.ts'
import { fetchMissing } from '../../machine/git/fetch-missing.ts'
import { gitOk } from '../../machine/git/git.ts'
import { mergeTreeByName } from '../../machine/git/merge-tree.ts'
import { updateRef } from '../../machine/git/refs.ts'
import type { Attempt } from '../failure/attempt.ts'
import { orForgeFailed } from '../failure/forge-error.ts'
import { baseBranchMissing } from './base-branch-missing.ts'
import { ownBranches } from './base-source.ts'
import { commandTrailer, commitOfCommand } from './command-trailer.ts'
import { laneHead } from './lane-head.ts'
import type { LanePorts } from './lane-ports.ts'
import { type LaneRecord, requireLane } from './lane-record.ts'
import { layRepository } from './lay-repository.ts'
import { putBack, putBackNotes } from './put-back.ts'

export const syncLane = (
  command: SyncLane,
  attempt: Attempt,
  ports: LanePorts,
): Promise<LaneSynced | SyncConflicted | BaseRewritten | ForgeFailed | CommandFailed> =>
  orForgeFailed(command, attempt, ports, async () => {
    const record = await requireLane(ports.stateDir, command.lane)
    const made = await commitMadeBefore(command, record)
    if (made !== null) {
      // What differs is our own: a merge whose files had not followed yet.
      await putBack(record, made, ports, command.id)
      const base = await secondParent(record.path, made)
      const { conflicts } = await mergedWith(record, command.startCommit, base)
      const tree = await treeOf(record.path, made)
      return brought(command, { base, commit: made, tree, conflicts, notes: [] }, ports)
    }
    const { base: source = ownBranches } = ports
    await source.refreshBase(command.baseBranch, attempt.signal)
    const base = await resolveCommit(record.path, source.baseRef(command.baseBranch))
    if (base === null) throw await baseBranchMissing(ports.repoRoot, command.baseBranch, command.baseCommit)
    await fetchMissing(record.path, base, attempt.signal)
    const notes = putBackNotes(await putBack(record, command.startCommit, ports, command.id))
    if (!(await isAncestor(record.path, command.baseCommit, base)))
      return {
        type: 'BaseRewritten',
        at: ports.clock.now(),
        commandId: command.id,
        baseCommit: base,
        ...noted(notes),
      }
    if (await isAncestor(record.path, base, command.startCommit)) {
      const tree = await treeOf(record.path, command.startCommit)
      return brought(command, { base, commit: command.startCommit, tree, conflicts: [], notes }, ports)
    }
    const { tree, conflicts } = await mergedWith(record, command.startCommit, base)
    const commit = await commitTree(record.path, {
      tree,
      parents: [command.startCommit, base],
      message: `Merge ${command.baseBranch} into ${record.branch}`,
      trailers: [commandTrailer(command.id)],
      at: ports.clock.now(),
      identity: ports.identity,
    })
    attempt.signal.throwIfAborted()
    const moved = await updateRef(record.path, `refs/heads/${record.branch}`, commit, command.startCommit)
    if (!moved.updated) throw laneMoved(record, command.startCommit, moved.actual)
    await gitOk(record.path, ['reset', '--hard', '--quiet', commit])
    await layRepository(record.path)
    return brought(command, { base, commit, tree, conflicts, notes }, ports)
  })

async function mergedWith(
  { path }: LaneRecord,
  start: CommitHash,
  base: CommitHash,
): Promise<{ tree: TreeHash; conflicts: readonly string[] }> {
  const merged = await mergeTreeByName(path, start, base)
  return { tree: merged.tree, conflicts: merged.clean ? [] : merged.conflicts }
}

/** Only the lane's newest commit can be it: nothing else was done in the lane while the command had no outcome. */
async function commitMadeBefore(command: SyncLane, record: LaneRecord): Promise<CommitHash | null> {
  const head = await laneHead(record.path)
  if (head.commit === command.startCommit) return null
  const range = `${command.startCommit}..refs/heads/${record.branch}`
  const made = await commitOfCommand(record.path, range, command.id)
  if (made !== null && made === head.commit) return made
  throw laneMoved(record, command.startCommit, head.commit)
}

const laneMoved = (record: LaneRecord, expected: string, actual: string | null): UserError =>
  new UserError(
    'lane-changed',
    `The branch ${record.branch} should be at ${expected.slice(0, 12)}, but is at ${actual?.slice(0, 12) ?? 'no commit'}.`,
    {
      next: `Save what was added there, then put it back: git -C '${record.path}' reset --keep ${expected}`,
    },
  )

const secondParent = async (path: string, commit: CommitHash): Promise<CommitHash> =>
  (await resolveCommit(path, `${commit}^2`)) ?? commit

interface Brought {
  readonly base: CommitHash
  readonly commit: CommitHash
  readonly tree: TreeHash
  readonly conflicts: readonly string[]
  readonly notes: readonly string[]
}

function brought(
  command: SyncLane,
  { base, commit, tree, conflicts, notes }: Brought,
  ports: LanePorts,
): LaneSynced | SyncConflicted {
  const event = {
    at: ports.clock.now(),
    commandId: command.id,
    baseCommit: base,
    commit,
    tree,
    ...noted(notes),
  }
  return conflicts.length === 0
    ? { type: 'LaneSynced', ...event }
    : { type: 'SyncConflicted', ...event, files: conflicts }
}

const noted = (notes: readonly string[]): Pick<LaneSynced, 'notes'> => (notes.length === 0 ? {} : { notes })
