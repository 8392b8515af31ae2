/** How a handbook's runs are given up: the sidecar tells of a halt, and its report why. */
import { existsSync } from 'node:fs'
import { givenUp } from '@harness/core/playbooks/handbook/given-up'
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import { handbook } from '@harness/core/playbooks/handbook/playbook'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import type { GivenUpPlaybook } from '../playbook-run/give-up-run.ts'
import { noSidecar } from '../sidecars/no-sidecar.ts'
import { readState } from './adopt-sidecars.ts'
import { handbookSidecar } from './handbook-sidecar.ts'
import { handbookSummary } from './handbook-summary.ts'

export const handbookGivingUp: GivenUpPlaybook<HandbookInput, HandbookState> = {
  playbook: handbook,
  givenUp,
  async sidecarOf(stood, place) {
    // Also where it is given up in another checkout of the repository; with its own, all files of it are gone.
    const { checkout: repoRoot = place.repoRoot } = stood.input
    return existsSync(repoRoot)
      ? handbookSidecar({ repoRoot, before: await readState(repoRoot), stood })
      : noSidecar
  },
  summarise: handbookSummary,
}
