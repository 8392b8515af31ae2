/** Owns the name, version and roles of a mission. */
import { isAgentFinished, isContractBroken } from '../../effects/run-agent.ts'
import type { PlaybookIdentity } from '../../kernel/playbook-identity.ts'
import type { Upcast } from '../../kernel/upcast.ts'
import { testJudge, testJudgeDuties } from '../../work/test-judge.ts'
import { missionDuties, missionRoles } from './input.ts'

const mayBeVoid = (event: Parameters<Upcast['event']>[0]): boolean =>
  isAgentFinished(event) || isContractBroken(event)

export const missionIdentity: PlaybookIdentity = {
  name: 'mission',
  version: 10,
  upcasts: [
    // Version 10 asks a person about the second void answer of a role. Before, it stopped the run.
    { from: 9, event: (event) => (mayBeVoid(event) ? { ...event, stopsIfVoid: true } : event) },
  ],
  roles: [
    ...missionRoles.map((role) => ({ role, ...missionDuties[role] })),
    { role: testJudge, ...testJudgeDuties },
  ],
}
