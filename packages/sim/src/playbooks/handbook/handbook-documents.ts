/** Owns the documents of a simulated handbook's run: the handbook, whose boxes are ticked, and the documents beside it. */
import { invariant } from '@harness/core/kernel/invariant'
import { closeId, type TickEdit } from '@harness/core/playbooks/handbook/handbook-document'
import type { Shelf } from '../../world/shelf.ts'
import type { SimDocuments, SimEdited } from '../../world/sim-documents.ts'

export const handbookDocuments = (shelf: Shelf): SimDocuments => ({
  read(document) {
    invariant(isName(document), `a handbook has no document ${document}`)
    return shelf[document]
  },
  edit: ({ edit }) => ticked(shelf, edit as TickEdit),
})

const isName = (name: string): name is keyof Shelf =>
  name === 'handbook' || name === 'product' || name === 'design'

/** A box that is ticked stays ticked. */
function ticked(shelf: Shelf, { promptId, text }: TickEdit): SimEdited {
  const { phases, prompts } = shelf.handbook
  const closing = phases.find(({ number }) => closeId(number) === promptId)
  if (closing?.close?.box === 'open') {
    const close = { ...closing.close, box: 'done' as const }
    shelf.handbook = {
      ...shelf.handbook,
      phases: phases.map((one) => (one === closing ? { ...one, close } : one)),
    }
  }
  if (closing?.close?.box !== undefined) return { type: 'made', kind: null }
  const prompt = prompts.find(({ id }) => id === promptId)
  if (prompt === undefined) return { type: 'refused', reason: 'gone', detail: 'It is gone.', problems: [] }
  if (prompt.text !== text)
    return { type: 'refused', reason: 'edited', detail: 'It was edited.', problems: [] }
  if (prompt.box !== 'open') return { type: 'made', kind: null }
  shelf.handbook = {
    ...shelf.handbook,
    prompts: prompts.map((one) => (one === prompt ? { ...one, box: 'done' as const } : one)),
  }
  return { type: 'made', kind: `ticked ${prompt.id}` }
}
