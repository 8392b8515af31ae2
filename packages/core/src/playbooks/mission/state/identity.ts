/** Owns the name, version and roles of a mission. */
import type { PlaybookIdentity } from '../../../kernel/playbook-identity.ts'
import { testJudge, testJudgeDuties } from '../../../work/test-judge.ts'
import { missionDuties, missionRoles } from './input.ts'

export const missionIdentity: PlaybookIdentity = {
  name: 'mission',
  // Version 13 keeps less beside its phase: missions of before are not resumed, but started again.
  version: 13,
  roles: [
    ...missionRoles.map((role) => ({ role, ...missionDuties[role] })),
    { role: testJudge, ...testJudgeDuties },
  ],
}
