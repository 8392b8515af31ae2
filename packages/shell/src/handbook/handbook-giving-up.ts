/** How a handbook's runs are given up: the sidecar tells of a halt, and its report why. */
import { givenUp } from '@harness/core/playbooks/handbook/given-up'
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import { handbook } from '@harness/core/playbooks/handbook/playbook'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import type { GivenUpPlaybook } from '../playbook-run/give-up-run.ts'
import { readState } from './adopt-sidecars.ts'
import { handbookSidecar } from './handbook-sidecar.ts'
import { handbookSummary } from './handbook-summary.ts'

export const handbookGivingUp: GivenUpPlaybook<HandbookInput, HandbookState> = {
  playbook: handbook,
  givenUp,
  sidecarOf: async (stood, { repoRoot }) =>
    handbookSidecar({ repoRoot, before: await readState(repoRoot), stood }),
  summarise: handbookSummary,
}
