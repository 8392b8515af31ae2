/**
 * CommitChange: makes one commit of a lane's whole change on top of its base, with files of the checkout, and moves the
 * lane's branch to it. The checkout is only read. Safe to repeat: the commit carries the command's id and is looked for
 * first; a lane that a crash left at its old files is put at the commit.
 */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ChangeCommitted, CommitChange } from '@harness/core/effects/commit-change'
import type { CommitHash, TreeHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import type { WorkflowTexts } from '@harness/formats/documents/workflow/words/texts'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { orCommandFailed } from '../../effects/failure/expected-failure.ts'
import { commandTrailer, commitOfCommand } from '../../effects/lanes/command-trailer.ts'
import { type LaneRecord, requireLane } from '../../effects/lanes/lane-record.ts'
import { layRepository } from '../../effects/lanes/lay-repository.ts'
import { putBack } from '../../effects/lanes/put-back.ts'
import { commitTree, treeOf } from '../../machine/git/commits.ts'
import { gitOk } from '../../machine/git/git.ts'
import { isInPlace } from '../../machine/git/lane-dirs.ts'
import { readRef, updateRef } from '../../machine/git/refs.ts'
import { commitInPlace } from './commit-in-place.ts'
import { treeWithFiles } from './tree-with-files.ts'
import type { CommitPorts } from './workflow-ports.ts'

export const commitChange = (
  command: CommitChange,
  attempt: Attempt,
  ports: CommitPorts,
): Promise<ChangeCommitted | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const lane = await requireLane(ports.stateDir, command.lane)
    if (isInPlace(lane.path)) return commitInPlace(command, lane, attempt, ports)
    if (lane.branch !== command.branch) throw notOurBranch(command, lane, ports.words)
    const added = await treeWithFiles(lane.path, command, ports)
    const made = await madeBefore(command, lane)
    await putBack(lane, made ?? command.commit, ports, command.id)
    const commit = made ?? (await commitOnBase(command, lane, added.tree, attempt, ports))
    return {
      type: 'ChangeCommitted',
      at: ports.clock.now(),
      commandId: command.id,
      commit,
      tree: await treeOf(lane.path, commit),
      unstaged: added.unstaged,
    }
  })

const refOf = ({ branch }: Pick<LaneRecord, 'branch'>): string => `refs/heads/${branch}`

async function madeBefore(command: CommitChange, lane: LaneRecord): Promise<CommitHash | null> {
  const tip = await readRef(lane.path, refOf(lane))
  if (tip === null || tip === command.commit) return null
  const made = await commitOfCommand(lane.path, `${command.baseCommit}..${tip}`, command.id)
  return made === tip ? made : null
}

/** The branch moves from the lane's last commit or not at all. */
async function commitOnBase(
  command: CommitChange,
  lane: LaneRecord,
  tree: TreeHash,
  { signal }: Attempt,
  ports: CommitPorts,
): Promise<CommitHash> {
  const { baseCommit, message } = command
  const isSame = tree === (await treeOf(lane.path, baseCommit))
  const commit = isSame
    ? baseCommit
    : await commitTree(lane.path, {
        tree,
        parents: [baseCommit],
        message,
        trailers: [commandTrailer(command.id)],
        at: ports.clock.now(),
        identity: ports.identity,
      })
  signal.throwIfAborted()
  const moved = await updateRef(lane.path, refOf(lane), commit, command.commit)
  if (!moved.updated && moved.actual !== commit) throw branchMoved(command, lane, moved.actual, ports.words)
  await gitOk(lane.path, ['reset', '--hard', '--quiet', commit])
  await layRepository(lane.path)
  return commit
}

const branchMoved = (
  command: CommitChange,
  lane: LaneRecord,
  actual: CommitHash | null,
  { troubles: { branchMoved: trouble } }: WorkflowTexts,
): UserError => {
  const found = actual?.slice(0, 12) ?? trouble.nowhere
  return new UserError('lane-changed', trouble.said(lane.branch, command.commit.slice(0, 12), found), {
    next: trouble.next(`git -C '${lane.path}' reset --keep ${command.commit}`),
  })
}

const notOurBranch = (
  { branch }: CommitChange,
  lane: LaneRecord,
  { troubles: { laneTaken } }: WorkflowTexts,
): UserError =>
  new UserError('lane-taken', laneTaken.said(lane.lane, lane.branch, branch), { next: laneTaken.next })
