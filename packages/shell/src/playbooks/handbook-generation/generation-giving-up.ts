/** How the making of a handbook is given up. */
import { givenUp } from '@harness/core/playbooks/handbook-generation/given-up'
import type { GenerationInput } from '@harness/core/playbooks/handbook-generation/input'
import { handbookGeneration } from '@harness/core/playbooks/handbook-generation/playbook'
import type { GenerationState } from '@harness/core/playbooks/handbook-generation/state'
import type { GivenUpPlaybook } from '../../engine/conduct/give-up-run.ts'
import { noSidecar } from '../../store/sidecars/no-sidecar.ts'
import { generationEffects } from './generation-effects.ts'
import { generationSummary } from './generation-summary.ts'

export const generationGivingUp: GivenUpPlaybook<GenerationInput, GenerationState> = {
  playbook: handbookGeneration,
  effects: generationEffects,
  givenUp,
  sidecarOf: async () => noSidecar,
  summarise: generationSummary,
}
