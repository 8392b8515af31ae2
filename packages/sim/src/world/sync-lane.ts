import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { BaseRewritten, LaneSynced, SyncConflicted, SyncLane } from '@harness/core/effects/sync-lane'
import type { OutcomeOf } from '@harness/core/kernel/effect'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { baseTip } from './base-branch.ts'
import { commandFailed } from './command-failed.ts'
import type { Ground } from './ground.ts'
import { freshAt, type OutcomeStart, otherBase, type Twin, treeOf } from './twin.ts'

/** The lane is reset to its first commit before the base is brought in, so a repetition starts afresh. */
async function syncLane(
  ground: Ground,
  command: SyncLane,
  { signal }: Attempt,
): Promise<LaneSynced | SyncConflicted | BaseRewritten | CommandFailed> {
  const { process, stage, site } = ground
  const { repository, lanes } = site
  const lane = lanes.find(command.lane)
  if (lane === null) return commandFailed(ground, command, 'lane-gone')
  await process.effect('putting the lane back', () => lanes.putBack(lane, command.startCommit, command.id))
  await process.sleep(500, signal)
  const base = baseTip(site)
  const at = stage.wall.now()
  if (!repository.isAncestor(command.baseCommit, base.hash))
    return { type: 'BaseRewritten', at, commandId: command.id, baseCommit: base.hash }
  const synced = (hash: typeof base.hash, files: readonly string[] = []): LaneSynced | SyncConflicted => {
    const { tree } = repository.commitOf(hash)
    const event = { at, commandId: command.id, baseCommit: base.hash, commit: hash, tree }
    return files.length === 0 ? { type: 'LaneSynced', ...event } : { type: 'SyncConflicted', ...event, files }
  }
  if (repository.isAncestor(base.hash, command.startCommit)) return synced(command.startCommit)
  const merged = repository.merge(command.startCommit, base.hash)
  return process.effect('bringing the base into the lane', () => {
    const { hash } = repository.commit({
      files: merged.files,
      parents: [command.startCommit, base.hash],
      message: `Bring in ${command.baseBranch}`,
      author: 'harness',
      commandId: command.id,
    })
    repository.point(lane.branch, hash)
    return synced(hash, merged.type === 'conflict' ? merged.paths : [])
  })
}

export const syncLaneTwin: Twin<SyncLane> = {
  perform: syncLane,
  any(command, luck, base) {
    const [fresh, other] = [freshAt(base), otherBase(base)]
    return luck.pick<OutcomeOf<SyncLane>>([
      { ...base, ...fresh, type: 'LaneSynced', baseCommit: other },
      // The base stayed as it was, and so does the lane.
      ...Array.from({ length: 6 }, () => syncedAsIs(command, base)),
      { ...base, ...fresh, type: 'SyncConflicted', baseCommit: other, files: ['a.js'] },
      { ...base, type: 'BaseRewritten', baseCommit: other },
    ])
  },
}

const syncedAsIs = ({ startCommit, baseCommit }: SyncLane, base: OutcomeStart): LaneSynced => ({
  ...base,
  type: 'LaneSynced',
  baseCommit,
  commit: startCommit,
  tree: treeOf(startCommit),
})
