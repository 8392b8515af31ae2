/** How the making of a handbook is played again. */
import type { GenerationInput } from '@harness/core/playbooks/handbook-generation/input'
import { handbookGeneration } from '@harness/core/playbooks/handbook-generation/playbook'
import type { GenerationState } from '@harness/core/playbooks/handbook-generation/state'
import { runPorts } from '../../engine/conduct/run-ports.ts'
import type { ReplayedPlaybook } from '../../engine/replay/replayed-playbook.ts'
import { generationAdapters } from './generation-adapters.ts'

export const generationReplay: ReplayedPlaybook<GenerationInput, GenerationState> = {
  playbook: handbookGeneration,
  baseBranchOf: ({ baseBranch }) => baseBranch,
  adaptersFor: async ({ outside, runDir, identity, agentFor }, { baseBranch }) =>
    generationAdapters({ ...(await runPorts(outside, runDir, { identity, baseBranch })), agentFor }),
}
