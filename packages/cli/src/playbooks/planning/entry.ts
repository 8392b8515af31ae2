/** Owns how the program finds planning. Each part is loaded only when a command asks for it. */
import { planningIdentity } from '@harness/core/playbooks/planning/identity'
import { anyFace } from '../../line/face.ts'
import type { PlaybookEntry } from '../../line/playbooks.ts'

export const planningEntry: PlaybookEntry = {
  identity: planningIdentity,
  from: 'the harness',
  load: async () => anyFace((await import('./planning-face.ts')).planningFace),
}
