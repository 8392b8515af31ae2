/** Owns the twin of CommitLane: one commit on top, found again if it was made before a crash. */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { CommitLane, LaneCommitted } from '@harness/core/effects/commit-lane'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { commandFailed } from '../../world/command-failed.ts'
import type { Ground } from '../../world/ground.ts'
import { freshAt, type Twin } from '../../world/twin.ts'

export const commitLaneTwin: Twin<CommitLane> = {
  perform: commitLane,
  any: (_command, luck, base) => ({
    ...base,
    type: 'LaneCommitted',
    ...freshAt(base),
    changedFiles: luck.chance(0.5) ? ['src/by-hand.js'] : [],
  }),
}

async function commitLane(
  ground: Ground,
  command: CommitLane,
  { signal }: Attempt,
): Promise<LaneCommitted | CommandFailed> {
  const { process, stage, site } = ground
  await process.sleep(50, signal)
  const lane = site.lanes.find(command.lane)
  if (lane === null) return commandFailed(ground, command, 'lane-gone')
  const { repository } = site
  const head = repository.commitOf(site.lanes.headOf(lane))
  if (head.commandId !== command.id && command.takesFiles && head.hash !== command.commit)
    return commandFailed(ground, command, 'lane-changed')
  if (head.commandId !== command.id && !command.takesFiles)
    await process.effect('putting the lane back', () => site.lanes.putBack(lane, command.commit, command.id))
  const made =
    head.commandId === command.id
      ? head
      : await process.effect('committing the lane', () => {
          const commit = repository.commit({
            files: site.lanes.filesOf(lane),
            parents: [command.commit],
            message: command.message,
            author: 'harness',
            commandId: command.id,
          })
          lane.edited = null
          repository.point(lane.branch, commit.hash)
          stage.changed({ kind: 'lane committed', commandId: command.id, once: command.id })
          return commit
        })
  const before = repository.commitOf(command.commit).files
  return {
    type: 'LaneCommitted',
    at: stage.wall.now(),
    commandId: command.id,
    commit: made.hash,
    tree: made.tree,
    changedFiles: [...new Set([...Object.keys(before), ...Object.keys(made.files)])].filter(
      (path) => before[path] !== made.files[path],
    ),
  }
}
