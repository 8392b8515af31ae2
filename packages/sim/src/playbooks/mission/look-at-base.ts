/** Owns the twin of LookAtBase. */
import type { BaseLooked, LookAtBase } from '@harness/core/playbooks/mission/state/mission-contents'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { type Ground, luckOf } from '../../world/ground.ts'
import type { Twin } from '../../world/twin.ts'
import { unmergedOf } from '../../world/unmerged.ts'
import { simulatedHooks } from './mission-contents.ts'

export const lookAtBaseTwin: Twin<LookAtBase> = {
  perform: lookAtBase,
  any: (_command, luck, base) => ({
    ...base,
    type: 'BaseLooked',
    unmerged: [],
    hooks: luck.chance(0.5) ? ['pre-worker'] : [],
  }),
}

/** Only looks. It takes a while to look at the base and to ask a forge; people and agents do not wait for it. */
async function lookAtBase(
  ground: Ground,
  { id, passed, known }: LookAtBase,
  { signal }: Attempt,
): Promise<BaseLooked> {
  const { process, stage, site } = ground
  await process.sleep(luckOf(ground, id).pick([5, 5, 5, 20_000]), signal)
  return {
    type: 'BaseLooked',
    at: stage.wall.now(),
    commandId: id,
    unmerged: unmergedOf(site, passed).filter(
      ({ feature, isGone }) => isGone !== true || known.some((one) => one.feature === feature),
    ),
    asked: passed,
    hooks: simulatedHooks,
  }
}
