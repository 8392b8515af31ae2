import type { CloseLane, LaneClosed } from '@harness/core/effects/close-lane'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { type Ground, luckOf } from './ground.ts'
import type { Twin } from './twin.ts'
import { isInBase } from './unmerged.ts'

/** Removes only what is proven merged. A lane that is gone is closed. */
async function closeLane(ground: Ground, command: CloseLane, { signal }: Attempt): Promise<LaneClosed> {
  const { process, stage, site, weather } = ground
  const { lanes } = site
  await process.sleep(400, signal)
  const closed = (kept: string | null): LaneClosed => ({
    type: 'LaneClosed',
    at: stage.wall.now(),
    commandId: command.id,
    kept,
  })
  const lane = lanes.find(command.lane)
  if (lane === null) return closed(null)
  const isProven = command.keepsBranch === true || isInBase(site, lanes.headOf(lane))
  if (!isProven || lane.edited !== null) return closed('it holds work that is not merged')
  if (weather.strikes('lane in use', luckOf(ground, command.id))) return closed('a process still works in it')
  return process.effect(`closing lane ${lane.name}`, () => {
    const once = `closing lane ${lane.name} after ${lanes.closings(lane.name)} closings`
    lanes.close(lane, command.keepsBranch === true)
    stage.changed({ kind: 'lane closed', commandId: command.id, once })
    return closed(null)
  })
}

export const closeLaneTwin: Twin<CloseLane> = {
  perform: closeLane,
  any: (_command, luck, base) => ({ ...base, type: 'LaneClosed', kept: luck.pick([null, 'not merged']) }),
}
