/** Owns how the program finds a workflow. Each part is loaded only when a command asks for it. */
import { workflowIdentity } from '@harness/core/playbooks/workflow/identity'
import { anyFace } from '../../line/face.ts'
import type { PlaybookEntry } from '../../line/playbooks.ts'

export const workflowEntry: PlaybookEntry = {
  identity: workflowIdentity,
  from: 'the harness',
  load: async () => anyFace((await import('./workflow-face.ts')).workflowFace),
}
