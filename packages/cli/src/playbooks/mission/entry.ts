/** Owns how the program finds a mission. Each part is loaded only when a command asks for it. */
import { missionIdentity } from '@harness/core/playbooks/mission/state/identity'
import { anyFace } from '../../line/face.ts'
import type { PlaybookEntry } from '../../line/playbooks.ts'

export const missionEntry: PlaybookEntry = {
  identity: missionIdentity,
  from: 'the harness',
  load: async () => anyFace((await import('./mission-face.ts')).missionFace),
  validate: async () => (await import('./validate-documents.ts')).validateMission,
  gates: async () => (await import('./named-gates.ts')).missionGates,
}
