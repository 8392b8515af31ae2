import type { MergeLane } from '@harness/core/command'
import type { CommandFailed, LaneMerged, MergeRefused } from '@harness/core/event'
import type { Attempt } from '@harness/shell/adapters'
import { baseTip, broughtIn, extendBase, foundOnBase } from './base-branch.ts'
import { checkoutInTheWay } from './checkout-in-the-way.ts'
import { type Ground, luckOf } from './ground.ts'
import type { Commit } from './repository.ts'

/**
 * Done once, however often it is asked for: looked for in history first, by its command's id, and by the lane's commit
 * too, because the command before it may have merged, died, and failed when it was repeated.
 */
export async function mergeLane(
  ground: Ground,
  command: MergeLane,
  { signal }: Attempt,
): Promise<LaneMerged | MergeRefused | CommandFailed> {
  const { process, stage, site, weather } = ground
  const { repository } = site
  const merged = ({ hash, tree }: Commit): LaneMerged => ({
    type: 'LaneMerged',
    at: stage.wall.now(),
    commandId: command.id,
    commit: hash,
    tree,
  })
  const refused = (reason: MergeRefused['reason']): MergeRefused => ({
    type: 'MergeRefused',
    at: stage.wall.now(),
    commandId: command.id,
    reason,
    detail: reason,
  })
  const done = foundOnBase(site, command.id) ?? broughtIn(site, command.commit)
  if (done !== null) return merged(done)
  await process.sleep(300, signal)
  if (repository.commitOf(command.commit).tree !== command.tree) return refused('tree-differs')
  if (weather.strikes('merge finds another tree', luckOf(ground, command.id))) return refused('tree-differs')
  if (checkoutInTheWay(ground, command.id, 'checkout is in the way')) {
    stage.tally.note('merge refused: checkout in the way')
    return refused('checkout-in-the-way')
  }
  if (baseTip(site).hash !== command.baseCommit) {
    stage.tally.note('merge refused: base moved')
    return refused('base-moved')
  }
  return process.effect(`merging ${command.lane}`, () => {
    const commit = extendBase(site, {
      files: repository.commitOf(command.commit).files,
      parents: [command.baseCommit, command.commit],
      message: command.message,
      author: 'harness',
      commandId: command.id,
    })
    stage.changed({ kind: 'merged', commandId: command.id, once: `merging ${command.lane}` })
    return merged(commit)
  })
}
