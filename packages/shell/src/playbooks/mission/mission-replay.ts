/** How missions are played again: their documents as they were read and written, what agents have learned out of reach. */
import { join } from 'node:path'
import type { MissionInput } from '@harness/core/playbooks/mission/input'
import { mission } from '@harness/core/playbooks/mission/playbook'
import type { MissionState } from '@harness/core/playbooks/mission/state'
import type { ReplayedPlaybook } from '../../engine/replay/replayed-playbook.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { missionEffects, missionPerformers, missionPorts } from './mission-effects.ts'

export const missionReplay: ReplayedPlaybook<MissionInput, MissionState> = {
  playbook: mission,
  effects: missionEffects,
  baseBranchOf: ({ baseBranch }) => baseBranch,
  async performersFor({ outside, runDir, identity, agentFor }, { isolation }) {
    const { repoRoot, stateDir } = outside
    const author = identity ?? (await userIdentity(repoRoot))
    const ports = await missionPorts(outside, runDir, author, isolation.onPass === 'pr')
    return missionPerformers({ ...ports, agentFor, dataDir: join(stateDir, 'data') })
  },
}
