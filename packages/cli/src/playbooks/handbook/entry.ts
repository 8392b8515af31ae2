/** Owns how the program finds a handbook. Each part is loaded only when a command asks for it. */
import { handbookIdentity } from '@harness/core/playbooks/handbook/identity'
import { anyFace } from '../../line/face.ts'
import type { PlaybookEntry } from '../../line/playbooks.ts'

export const handbookEntry: PlaybookEntry = {
  identity: handbookIdentity,
  from: 'the harness',
  load: async () => anyFace((await import('./handbook-face.ts')).handbookFace),
  refused: async () => (await import('@harness/shell/playbooks/handbook/refused-run')).begunElsewhere,
  doctor: async () => (await import('./handbook-check.ts')).handbookChecks,
}
