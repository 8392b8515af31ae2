/** How the making of a handbook is played again. */
import type { GenerationInput } from '@harness/core/playbooks/handbook-generation/input'
import { handbookGeneration } from '@harness/core/playbooks/handbook-generation/playbook'
import type { GenerationState } from '@harness/core/playbooks/handbook-generation/state'
import { runPorts } from '../../engine/conduct/run-ports.ts'
import type { ReplayedPlaybook } from '../../engine/replay/replayed-playbook.ts'
import { generationEffects, generationPerformers } from './generation-effects.ts'

export const generationReplay: ReplayedPlaybook<GenerationInput, GenerationState> = {
  playbook: handbookGeneration,
  effects: generationEffects,
  baseBranchOf: ({ baseBranch }) => baseBranch,
  performersFor: async ({ outside, runDir, identity, agentFor }, { baseBranch }) =>
    generationPerformers({ ...(await runPorts(outside, runDir, { identity, baseBranch })), agentFor }),
}
