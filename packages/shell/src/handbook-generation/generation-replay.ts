/** How the making of a handbook is played again. */
import type { GenerationInput } from '@harness/core/playbooks/handbook-generation/input'
import { handbookGeneration } from '@harness/core/playbooks/handbook-generation/playbook'
import type { GenerationState } from '@harness/core/playbooks/handbook-generation/state'
import { commonAdapters } from '../playbook-run/common-adapters.ts'
import { runPorts } from '../playbook-run/run-ports.ts'
import type { ReplayedPlaybook } from '../replay/replayed-playbook.ts'

export const generationReplay: ReplayedPlaybook<GenerationInput, GenerationState> = {
  playbook: handbookGeneration,
  baseBranchOf: ({ baseBranch }) => baseBranch,
  adaptersFor: async ({ outside, runDir, identity, agentFor }, { baseBranch }) =>
    commonAdapters({ ...(await runPorts(outside, runDir, { identity, baseBranch })), agentFor }, null),
}
