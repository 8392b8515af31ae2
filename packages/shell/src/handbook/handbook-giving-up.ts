/** How a handbook's runs are given up: the sidecar tells of a halt, and its report why. */
import { existsSync } from 'node:fs'
import { givenUp } from '@harness/core/playbooks/handbook/given-up'
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import { handbook } from '@harness/core/playbooks/handbook/playbook'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import { areOfOneRepository } from '../git/git-dirs.ts'
import type { GivenUpPlaybook } from '../playbook-run/give-up-run.ts'
import { noSidecar } from '../sidecars/no-sidecar.ts'
import { readState } from './adopt-sidecars.ts'
import { handbookSidecar } from './handbook-sidecar.ts'
import { handbookSummary } from './handbook-summary.ts'

export const handbookGivingUp: GivenUpPlaybook<HandbookInput, HandbookState> = {
  playbook: handbook,
  givenUp,
  async sidecarOf(stood, place) {
    const repoRoot = placeOf(stood, place.repoRoot)
    return repoRoot === null
      ? noSidecar
      : handbookSidecar({ repoRoot, before: await readState(repoRoot), stood })
  },
  summarise: handbookSummary,
}

/**
 * Its own checkout, also where it is given up in another one of the repository; null where that is gone, with all files of
 * it. What is given up in a copy of the repository leaves the original alone, whose own run may be at work.
 */
function placeOf({ input }: HandbookState, here: string): string | null {
  const { checkout = here } = input
  if (checkout === here) return here
  if (!existsSync(checkout)) return null
  return areOfOneRepository(checkout, here) ? checkout : here
}
