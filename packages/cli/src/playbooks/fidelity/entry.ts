/** Owns how the program finds the audit. Each part is loaded only when a command asks for it. */
import { fidelityIdentity } from '@harness/core/playbooks/fidelity/identity'
import { anyFace } from '../../line/face.ts'
import type { PlaybookEntry } from '../../line/playbooks.ts'

export const fidelityEntry: PlaybookEntry = {
  identity: fidelityIdentity,
  from: 'the harness',
  load: async () => anyFace((await import('./fidelity-face.ts')).fidelityFace),
}
