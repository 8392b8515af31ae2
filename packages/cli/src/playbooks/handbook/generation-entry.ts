/** Owns how the program finds the generation of a handbook. Each part is loaded only when a command asks for it. */
import { generationIdentity } from '@harness/core/playbooks/handbook-generation/identity'
import { anyFace } from '../../line/face.ts'
import type { PlaybookEntry } from '../../line/playbooks.ts'

export const generationEntry: PlaybookEntry = {
  identity: generationIdentity,
  from: 'the harness',
  load: async () => anyFace((await import('./generation-face.ts')).generationFace),
}
