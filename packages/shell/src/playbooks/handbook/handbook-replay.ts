/** How a handbook's runs are played again: its documents as they were read, its boxes as they were ticked. */
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import { handbook } from '@harness/core/playbooks/handbook/playbook'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import type { ReplayedPlaybook } from '../../engine/replay/replayed-playbook.ts'
import { handbookAdapters, handbookPorts } from './handbook-adapters.ts'

export const handbookReplay: ReplayedPlaybook<HandbookInput, HandbookState> = {
  playbook: handbook,
  baseBranchOf: ({ baseBranch }) => baseBranch,
  async adaptersFor({ outside, runDir, identity, agentFor }, { author: _, ...input }) {
    const told = identity === undefined ? input : { ...input, author: identity }
    return handbookAdapters({ ...(await handbookPorts(outside, runDir, told)), agentFor })
  },
}
