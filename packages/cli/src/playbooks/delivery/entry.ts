/** Owns how the program finds a delivery. Each part is loaded only when a command asks for it. */
import { deliveryIdentity } from '@harness/core/playbooks/delivery/identity'
import { anyFace } from '../../line/face.ts'
import type { PlaybookEntry } from '../../line/playbooks.ts'

export const deliveryEntry: PlaybookEntry = {
  identity: deliveryIdentity,
  from: 'the harness',
  load: async () => anyFace((await import('./delivery-face.ts')).deliveryFace),
}
