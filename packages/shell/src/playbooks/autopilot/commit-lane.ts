/**
 * CommitLane: makes one commit on a lane's branch, an empty one to mark a place, or one with what a person did in the lane.
 * Safe to repeat: the commit carries the command's id and is looked for first.
 */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { CommitLane, LaneCommitted } from '@harness/core/effects/commit-lane'
import type { CommitHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { commitWork } from '../../effects/agents/call/commit-work.ts'
import { inspectChange } from '../../effects/agents/guard/inspect-change.ts'
import type { AgentPorts } from '../../effects/agents/port/agent-ports.ts'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { orCommandFailed } from '../../effects/failure/expected-failure.ts'
import { commandTrailer, commitOfCommand } from '../../effects/lanes/command-trailer.ts'
import { harnessHead } from '../../effects/lanes/lane-head.ts'
import type { LanePorts } from '../../effects/lanes/lane-ports.ts'
import { type LaneRecord, requireLane } from '../../effects/lanes/lane-record.ts'
import { layRepository } from '../../effects/lanes/lay-repository.ts'
import { putBack, putBackNotes } from '../../effects/lanes/put-back.ts'
import { changedFiles } from '../../machine/git/changes.ts'
import { commitTree, treeOf } from '../../machine/git/commits.ts'
import { gitOk } from '../../machine/git/git.ts'
import { updateRef } from '../../machine/git/refs.ts'

export type CommitLanePorts = LanePorts & Pick<AgentPorts, 'secrets' | 'fixtures' | 'rules'>

export const commitLane = (
  command: CommitLane,
  attempt: Attempt,
  ports: CommitLanePorts,
): Promise<LaneCommitted | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const lane = await requireLane(ports.stateDir, command.lane)
    const made = await madeBefore(command, lane)
    const notes =
      made !== null || !command.takesFiles
        ? putBackNotes(await putBack(lane, made ?? command.commit, ports, command.id))
        : []
    const commit = made ?? (await (command.takesFiles ? takeOver : mark)(command, lane, ports))
    return {
      type: 'LaneCommitted',
      at: ports.clock.now(),
      commandId: command.id,
      commit,
      tree: await treeOf(lane.path, commit),
      changedFiles: await changedFiles(lane.path, command.commit, commit),
      ...(notes.length === 0 ? {} : { notes }),
    }
  })

const madeBefore = ({ commit, id }: CommitLane, { path, branch }: LaneRecord): Promise<CommitHash | null> =>
  commitOfCommand(path, `${commit}..refs/heads/${branch}`, id)

/** An empty commit: the tree is the same as before. */
async function mark(
  { commit, message, id }: CommitLane,
  { path, branch }: LaneRecord,
  { clock, identity }: CommitLanePorts,
): Promise<CommitHash> {
  const marked = await commitTree(path, {
    tree: await treeOf(path, commit),
    parents: [commit],
    message,
    trailers: [commandTrailer(id)],
    at: clock.now(),
    identity,
  })
  const moved = await updateRef(path, `refs/heads/${branch}`, marked, commit)
  if (!moved.updated) throw branchMoved(branch, commit)
  await gitOk(path, ['reset', '--hard', '--quiet', marked])
  await layRepository(path)
  return marked
}

/** What a person did there. It is held to the rules for commits, not to those for agents. */
async function takeOver(command: CommitLane, lane: LaneRecord, ports: CommitLanePorts): Promise<CommitHash> {
  // The files in the lane go back to this commit: on top of another one they would undo it.
  if ((await harnessHead(lane.path)).commit !== command.commit) throw branchMoved(lane.branch, command.commit)
  const work = await commitWork(lane, {
    startCommit: command.commit,
    message: command.message,
    commandId: command.id,
    at: ports.clock.now(),
    identity: ports.identity,
    refuse: async (_changed, staged) =>
      (await inspectChange(lane.path, { startCommit: command.commit }, staged, ports)).refusal,
  })
  if (work.ok) return work.commit === command.commit ? mark(command, lane, ports) : work.commit
  throw new UserError('lane-changed', `What is in ${lane.path} cannot be committed: ${work.problem}.`, {
    next: 'Correct it there, then: harness resume',
  })
}

const branchMoved = (branch: string, commit: CommitHash): UserError =>
  new UserError('lane-changed', `The branch ${branch} is not at ${commit.slice(0, 12)} any more.`, {
    next: `Save what was added to it, then put it back: git update-ref refs/heads/${branch} ${commit}`,
  })
