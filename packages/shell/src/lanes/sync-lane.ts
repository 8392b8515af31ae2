/**
 * SyncLane: brings the base branch into a lane as one merge commit, made in the object store, so that the lane is never
 * half merged. Safe to repeat: the commit carries the command's id and is looked for first; a lane that a crash left
 * between its old files and the new commit is put at the commit.
 */
import type { SyncLane } from '@harness/core/command'
import type { CommandFailed, LaneSynced, SyncConflicted } from '@harness/core/event'
import type { CommitHash } from '@harness/core/ids'
import { UserError } from '@harness/core/user-error'
import type { Attempt } from '../adapters.ts'
import { commandTrailer, commitOfCommand } from '../command-trailer.ts'
import { orCommandFailed } from '../expected-failure.ts'
import { commitTree, isAncestor, resolveCommit, treeOf } from '../git/commits.ts'
import { gitOk } from '../git/git.ts'
import { mergeTreeWrite } from '../git/merge-tree.ts'
import { updateRef } from '../git/refs.ts'
import { laneHead } from './lane-head.ts'
import type { LanePorts } from './lane-ports.ts'
import { type LaneRecord, requireLane } from './lane-record.ts'
import { baseBranchMissing } from './place-worktree.ts'
import { putBack } from './put-back.ts'

export const syncLane = (
  command: SyncLane,
  attempt: Attempt,
  ports: LanePorts,
): Promise<LaneSynced | SyncConflicted | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const record = await requireLane(ports.stateDir, command.lane)
    const made = await commitMadeBefore(command, record)
    if (made !== null) {
      await putBack(record, made, ports.runDir, command.id)
      return synced(command, record, await secondParent(record.path, made), made, ports)
    }
    const base = await resolveCommit(record.path, `refs/heads/${command.baseBranch}`)
    if (base === null) throw await baseBranchMissing(ports.repoRoot, command.baseBranch)
    await putBack(record, command.startCommit, ports.runDir, command.id)
    if (await isAncestor(record.path, base, command.startCommit))
      return synced(command, record, base, command.startCommit, ports)
    const merged = await mergeTreeWrite(record.path, command.startCommit, base)
    if (!merged.clean) {
      const { conflicts: files } = merged
      return { type: 'SyncConflicted', at: ports.clock.now(), commandId: command.id, baseCommit: base, files }
    }
    const commit = await commitTree(record.path, {
      tree: merged.tree,
      parents: [command.startCommit, base],
      message: `Merge ${command.baseBranch} into ${record.branch}`,
      trailers: [commandTrailer(command.id)],
      at: ports.clock.now(),
    })
    attempt.signal.throwIfAborted()
    const moved = await updateRef(record.path, `refs/heads/${record.branch}`, commit, command.startCommit)
    if (!moved.updated) throw laneMoved(record, command.startCommit, moved.actual)
    await gitOk(record.path, ['reset', '--hard', '--quiet', commit])
    return synced(command, record, base, commit, ports)
  })

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

const synced = async (
  command: SyncLane,
  record: LaneRecord,
  baseCommit: CommitHash,
  commit: CommitHash,
  ports: LanePorts,
): Promise<LaneSynced> => ({
  type: 'LaneSynced',
  at: ports.clock.now(),
  commandId: command.id,
  baseCommit,
  commit,
  tree: await treeOf(record.path, commit),
})
