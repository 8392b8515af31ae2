/** Owns the documents of a simulated handbook's run: the handbook, whose boxes are ticked, and the documents beside it. */
import type { RefusedEdit } from '@harness/core/effects/edit-documents'
import { invariant } from '@harness/core/kernel/invariant'
import { closeId, type TickEdit } from '@harness/core/playbooks/handbook/handbook-document'
import type { Shelf } from '../../world/shelf.ts'
import type { SimDocuments } from '../../world/sim-documents.ts'

export const handbookDocuments = (shelf: Shelf): SimDocuments => ({
  read(document) {
    invariant(isName(document), `a handbook has no document ${document}`)
    return shelf[document]
  },
  edit({ edits }) {
    const made = edits.map(({ edit }) => {
      const turn = edit as TickEdit
      return turn.to === 'open' ? unticked(shelf, turn) : ticked(shelf, turn)
    })
    return {
      kinds: made.flatMap((one) => (typeof one === 'string' ? [one] : [])),
      refused: made.flatMap((one, edit) =>
        one === null || typeof one === 'string' ? [] : [{ edit, ...one, problems: [] }],
      ),
    }
  },
})

const isName = (name: string): name is keyof Shelf =>
  name === 'handbook' || name === 'product' || name === 'design'

/** Names the change; null if there is none. A box that is ticked stays ticked. */
function ticked(
  shelf: Shelf,
  { promptId, text }: TickEdit,
): string | Pick<RefusedEdit, 'reason' | 'detail'> | null {
  const { phases, prompts } = shelf.handbook
  const closing = phases.find(({ number }) => closeId(number) === promptId)
  if (closing?.close?.box === 'open') {
    const close = { ...closing.close, box: 'done' as const }
    shelf.handbook = {
      ...shelf.handbook,
      phases: phases.map((one) => (one === closing ? { ...one, close } : one)),
    }
  }
  if (closing?.close?.box !== undefined) return null
  const prompt = prompts.find(({ id }) => id === promptId)
  if (prompt === undefined) return { reason: 'gone', detail: 'It is gone.' }
  if (prompt.text !== text) return { reason: 'edited', detail: 'It was edited.' }
  if (prompt.box !== 'open') return null
  shelf.handbook = {
    ...shelf.handbook,
    prompts: prompts.map((one) => (one === prompt ? { ...one, box: 'done' as const } : one)),
  }
  return `ticked ${prompt.id}`
}

function unticked(shelf: Shelf, { promptId }: TickEdit): string {
  const { phases, prompts } = shelf.handbook
  shelf.handbook = {
    ...shelf.handbook,
    prompts: prompts.map((one) => (one.id === promptId ? { ...one, box: 'open' as const } : one)),
    phases: phases.map((one) =>
      one.close !== null && closeId(one.number) === promptId
        ? { ...one, close: { ...one.close, box: 'open' as const } }
        : one,
    ),
  }
  return `unticked ${promptId}`
}
