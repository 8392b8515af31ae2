/** Owns how the program finds an autopilot. Each part is loaded only when a command asks for it. */
import { autopilotIdentity } from '@harness/core/playbooks/autopilot/identity'
import { anyFace } from '../../line/face.ts'
import type { PlaybookEntry } from '../../line/playbooks.ts'

export const autopilotEntry: PlaybookEntry = {
  identity: autopilotIdentity,
  from: 'the harness',
  load: async () => anyFace((await import('./autopilot-face.ts')).autopilotFace),
  validate: async () => (await import('./validate-sessions.ts')).validateSessions,
}
