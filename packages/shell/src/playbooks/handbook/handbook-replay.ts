/** How a handbook's runs are played again: its documents as they were read, its boxes as they were ticked. */
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import { handbook } from '@harness/core/playbooks/handbook/playbook'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import type { ReplayedPlaybook } from '../../engine/replay/replayed-playbook.ts'
import { handbookEffects, handbookPerformers, handbookPorts } from './handbook-effects.ts'

export const handbookReplay: ReplayedPlaybook<HandbookInput, HandbookState> = {
  playbook: handbook,
  effects: handbookEffects,
  baseBranchOf: ({ baseBranch }) => baseBranch,
  async performersFor({ outside, runDir, identity, agentFor }, { author: _, ...input }) {
    const told = identity === undefined ? input : { ...input, author: identity }
    return handbookPerformers({ ...(await handbookPorts(outside, runDir, told)), agentFor })
  },
}
