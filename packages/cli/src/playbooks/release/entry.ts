/** Owns how the program finds the release gate. Each part is loaded only when a command asks for it. */
import { releaseIdentity } from '@harness/core/playbooks/release/identity'
import { anyFace } from '../../line/face.ts'
import type { PlaybookEntry } from '../../line/playbooks.ts'

export const releaseEntry: PlaybookEntry = {
  identity: releaseIdentity,
  from: 'the harness',
  load: async () => anyFace((await import('./release-face.ts')).releaseFace),
}
