/** Keeps an unfinished mission to the checkout in which its features, contract and memory lie, and to the spec that it is of. */
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import { guardCheckout } from '../../engine/conduct/guard-checkout.ts'
import { startedIn } from '../../engine/conduct/started-in.ts'
import type { ResumedRun } from '../../engine/registration.ts'
import { beginCommand, missionSubject } from '../../store/layout/run-subject.ts'
import { giveUpMission } from './give-up-mission.ts'
import { readSpec } from './read-spec.ts'

export async function guardMission(
  { input }: MissionState,
  { repoRoot, runs, run }: ResumedRun,
): Promise<void> {
  const { specPath } = input
  const checkout = await startedIn(runs, run, input, repoRoot)
  guardCheckout(
    { what: 'mission', goOn: beginCommand(missionSubject), checkout, giveUp: giveUpMission },
    repoRoot,
  )
  await readSpec(repoRoot, specPath, 'goes on')
}
