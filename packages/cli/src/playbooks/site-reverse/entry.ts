/** Owns how the program finds site-reverse. Each part is loaded only when a command asks for it. */
import { siteReverseIdentity } from '@harness/core/playbooks/site-reverse/identity'
import { anyFace } from '../../line/face.ts'
import type { PlaybookEntry } from '../../line/playbooks.ts'

export const siteReverseEntry: PlaybookEntry = {
  identity: siteReverseIdentity,
  from: 'the harness',
  load: async () => anyFace((await import('./site-reverse-face.ts')).siteReverseFace),
}
