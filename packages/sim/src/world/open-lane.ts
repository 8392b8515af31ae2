import type { LaneOpened, OpenLane } from '@harness/core/effects/open-lane'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { baseTip } from './base-branch.ts'
import type { Ground } from './ground.ts'
import { freshAt, type Twin } from './twin.ts'

/** A lane that is there already is the lane: opened twice it is the same one, unless it is to start again. */
async function openLane(
  { process, stage, site }: Ground,
  command: OpenLane,
  { signal }: Attempt,
): Promise<LaneOpened> {
  await process.sleep(800, signal)
  const left = site.lanes.find(command.lane)
  if (left !== null && command.anew === true)
    await process.effect('putting the lane back', () => {
      const base = baseTip(site).hash
      site.lanes.putBack(left, base, command.id)
      site.lanes.open(left.name, left.branch, base)
    })
  const lane =
    site.lanes.find(command.lane) ??
    (await process.effect(`opening lane ${command.lane}`, () => {
      site.deleted.delete(command.branch)
      const opened = site.lanes.open(command.lane, command.branch, baseTip(site).hash)
      stage.changed({
        kind: 'lane opened',
        commandId: command.id,
        once: `opening lane ${command.lane} after ${site.lanes.closings(command.lane)} closings`,
      })
      return opened
    }))
  const head = site.repository.commitOf(site.lanes.headOf(lane))
  return {
    type: 'LaneOpened',
    at: stage.wall.now(),
    commandId: command.id,
    lane: lane.name,
    path: `/lanes/${lane.name}`,
    branch: lane.branch,
    baseCommit: lane.openedAt,
    commit: head.hash,
    tree: head.tree,
  }
}

export const openLaneTwin: Twin<OpenLane> = {
  perform: openLane,
  any({ lane, branch }, _luck, base) {
    const fresh = freshAt(base)
    return { ...base, ...fresh, type: 'LaneOpened', lane, branch, path: '/lane', baseCommit: fresh.commit }
  },
}
