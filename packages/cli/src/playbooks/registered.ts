/** Owns which playbooks the program has: one line each. Nothing of a playbook is loaded before a command asks for it. */
import { deliveryIdentity } from '@harness/core/playbooks/delivery/identity'
import { handbookIdentity } from '@harness/core/playbooks/handbook/identity'
import { generationIdentity } from '@harness/core/playbooks/handbook-generation/identity'
import { missionIdentity } from '@harness/core/playbooks/mission/identity'
import { registryOf } from '@harness/shell/engine/registry'
import { anyFace } from '../line/face.ts'
import type { PlaybookEntry } from '../line/playbooks.ts'

const delivery: PlaybookEntry = {
  identity: deliveryIdentity,
  from: 'the harness',
  load: async () => anyFace((await import('./delivery/delivery-face.ts')).deliveryFace),
}

const generation: PlaybookEntry = {
  identity: generationIdentity,
  from: 'the harness',
  load: async () => anyFace((await import('./handbook/generation-face.ts')).generationFace),
}

const handbook: PlaybookEntry = {
  identity: handbookIdentity,
  from: 'the harness',
  load: async () => anyFace((await import('./handbook/handbook-face.ts')).handbookFace),
  refused: async () => (await import('@harness/shell/playbooks/handbook/refused-run')).begunElsewhere,
  doctor: async () => (await import('./handbook/handbook-check.ts')).handbookChecks,
}

const mission: PlaybookEntry = {
  identity: missionIdentity,
  from: 'the harness',
  load: async () => anyFace((await import('./mission/mission-face.ts')).missionFace),
  validate: async () => (await import('./mission/validate-documents.ts')).validateMission,
  gates: async () => (await import('./mission/named-gates.ts')).missionGates,
}

export const registeredPlaybooks = registryOf([delivery, generation, handbook, mission])
