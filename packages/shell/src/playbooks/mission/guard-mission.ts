/** Keeps an unfinished mission to the checkout in which its features, contract and memory lie, and to the spec that it is of. */
import type { MissionState } from '@harness/core/playbooks/mission/state'
import { guardCheckout } from '../../engine/conduct/guard-checkout.ts'
import { beginCommand, missionSubject } from '../../store/layout/run-subject.ts'
import { giveUpMission } from './give-up-mission.ts'
import { readSpec } from './read-spec.ts'

export async function guardMission({ input }: MissionState, repoRoot: string): Promise<void> {
  const { checkout, specPath } = input
  guardCheckout(
    { what: 'mission', goOn: beginCommand(missionSubject), checkout, giveUp: giveUpMission },
    repoRoot,
  )
  await readSpec(repoRoot, specPath, 'goes on')
}
