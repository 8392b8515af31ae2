/** Owns the twin of LookForPlan: a plan that is recorded, or whose file is named after the phase. */
import { inCheckout } from '@harness/core/effects/document-file'
import type { LookForPlan, PlanLookedFor } from '@harness/core/effects/look-for-plan'
import { namedAfter } from '@harness/formats/documents/autopilot/plan-names'
import { planPathsIn } from '@harness/formats/documents/autopilot/plan-paths'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { type Ground, luckOf } from '../../world/ground.ts'
import type { Twin } from '../../world/twin.ts'

const concern = 'the plan of another tool is a guess'

export const lookForPlanTwin: Twin<LookForPlan> = {
  perform: lookForPlan,
  any: (_command, luck, base) => ({
    ...base,
    type: 'PlanLookedFor',
    ...(luck.chance(0.5)
      ? { paths: ['docs/plans/found.md'], from: 'name' as const, concerns: luck.pick([[], [concern]]) }
      : { paths: [], from: null, concerns: [] }),
  }),
}

async function lookForPlan(
  ground: Ground,
  { id, recorded, phaseName }: LookForPlan,
  { signal }: Attempt,
): Promise<PlanLookedFor> {
  const { process, stage, site } = ground
  await process.sleep(20, signal)
  const root = keyOf(inCheckout(''))
  const there = [...(site.papers?.keys() ?? [])].map((key) => key.slice(root.length))
  const isRecorded = planPathsIn(recorded).paths.filter((path) => there.includes(path))
  const isNamed =
    phaseName === null
      ? []
      : namedAfter(
          phaseName,
          there.filter((path) => path.startsWith('docs/plans/')),
        ).slice(0, 1)
  const paths = isRecorded.length > 0 ? isRecorded : isNamed
  return {
    type: 'PlanLookedFor',
    at: stage.wall.now(),
    commandId: id,
    paths,
    from: paths.length === 0 ? null : paths === isNamed ? 'name' : 'recorded',
    concerns: paths.length > 0 && luckOf(ground, id).chance(0.2) ? [concern] : [],
  }
}
