import type { PlanRead, ReadPlan } from '@harness/core/effects/read-plan'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { baseTip } from './base-branch.ts'
import type { Ground } from './ground.ts'
import type { Twin } from './twin.ts'

/** Only reads, so that a repetition is as good as the first. */
async function readPlan(
  { process, stage, site }: Ground,
  command: ReadPlan,
  { signal }: Attempt,
): Promise<PlanRead> {
  await process.sleep(20, signal)
  const { files } = baseTip(site)
  const text = files[command.path] ?? null
  const read = { type: 'PlanRead', at: stage.wall.now(), commandId: command.id } as const
  const { completedPath, agreed } = command
  if (text === null && !agreed.includes(null) && completedPath !== undefined && completedPath in files)
    return { ...read, edit: null, completed: { commit: baseTip(site).hash, by: 'a person' } }
  const isFollowed = text === command.known || (text === null && command.agreed.includes(null))
  const edit = isFollowed ? null : { text, digest: text, difference: `now ${JSON.stringify(text)}` }
  return { ...read, edit }
}

export const readPlanTwin: Twin<ReadPlan> = {
  perform: readPlan,
  any: (_command, luck, base) => ({
    ...base,
    type: 'PlanRead',
    edit: luck.chance(0.9)
      ? null
      : luck.pick([
          { text: null, digest: null, difference: '' },
          { text: `plan ${base.at}`, digest: `digest-${base.at}`, difference: '' },
        ]),
  }),
}
