/** Owns how the program finds the making of a spec. Each part is loaded only when a command asks for it. */
import { specIdentity } from '@harness/core/playbooks/spec/identity'
import { anyFace } from '../../line/face.ts'
import type { PlaybookEntry } from '../../line/playbooks.ts'

export const specEntry: PlaybookEntry = {
  identity: specIdentity,
  from: 'the harness',
  load: async () => anyFace((await import('./spec-face.ts')).specFace),
}
