/** How a handbook's runs are given up: the sidecar tells of a halt, and its report why. */
import { givenUp } from '@harness/core/playbooks/handbook/given-up'
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import { handbook } from '@harness/core/playbooks/handbook/playbook'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import type { GivenUpPlaybook } from '../../engine/conduct/give-up-run.ts'
import { areOfOneRepository } from '../../machine/git/git-dirs.ts'
import { noSidecar } from '../../store/sidecars/no-sidecar.ts'
import { readState } from './adopt-sidecars.ts'
import { handbookSidecar } from './handbook-sidecar.ts'
import { handbookSummary } from './handbook-summary.ts'

export const handbookGivingUp: GivenUpPlaybook<HandbookInput, HandbookState> = {
  playbook: handbook,
  givenUp,
  async sidecarOf(stood, place) {
    const repoRoot = await placeOf(stood, place.repoRoot)
    return repoRoot === null
      ? noSidecar
      : handbookSidecar({ repoRoot, before: await readState(repoRoot), stood })
  },
  summarise: handbookSummary,
}

/**
 * Its own checkout, also if it is given up in another one of the repository. A repository that was copied or moved has
 * the files of the run with it: what is given up there leaves the original alone, whose own run may be at work. Null if
 * the files are gone.
 */
async function placeOf({ input, iteration }: HandbookState, here: string): Promise<string | null> {
  const { checkout = here } = input
  if (areOfOneRepository(checkout, here)) return checkout
  return (await readState(here))?.iteration?.startedAt === iteration.startedAt ? here : null
}
