/**
 * Test support: a handbook's run told by what agents, checks and merges came to. What goes without saying (documents
 * are read, lanes opened and closed, changes measured, boxes ticked) happens by itself unless the story says otherwise.
 */

import { digest, laneOpened, reread, tell } from '../../../test-support/story.ts'
import type { Command, Event, Outcome } from '../effects.ts'
import { closeId, type HandbookDocuments, type TickEdit } from '../handbook-document.ts'
import type { HandbookInput } from '../input.ts'
import { handbook } from '../playbook.ts'
import type { Deed, Happening, Scene } from './happenings.ts'
import { input } from './shelf.ts'

const turned = (shelf: HandbookDocuments, { promptId, to }: TickEdit): HandbookDocuments => ({
  ...shelf,
  handbook: {
    ...shelf.handbook,
    prompts: shelf.handbook.prompts.map((one) => (one.id === promptId ? { ...one, box: to ?? 'done' } : one)),
    phases: shelf.handbook.phases.map((one) =>
      one.close !== null && closeId(one.number) === promptId
        ? { ...one, close: { ...one.close, box: to ?? 'done' } }
        : one,
    ),
  },
})

/** What goes without saying; null if it has to be said. */
function byItself(command: Command, at: number, scene: Scene): Outcome | null {
  const about = { at, commandId: command.id }
  switch (command.type) {
    case 'ReadDocuments': {
      const { handbook, product, design } = scene.shelf
      const { known } = command
      return {
        ...about,
        type: 'DocumentsRead',
        documents: {
          handbook: reread(handbook, known.handbook),
          product: reread(product, known.product),
          design: reread(design, known.design),
        },
      }
    }
    case 'OpenLane':
      return laneOpened(command, at, scene)
    case 'MeasureChange':
      return { ...about, type: 'ChangeMeasured', files: scene.changed.get(command.to) ?? [] }
    case 'CloseLane':
      return { ...about, type: 'LaneClosed', kept: null }
    case 'EditDocuments': {
      const before = digest(scene.shelf.handbook)
      for (const { edit } of command.edits) scene.shelf = turned(scene.shelf, edit)
      return {
        ...about,
        type: 'DocumentsEdited',
        digests: {
          handbook: before === command.documents.handbook?.expected ? digest(scene.shelf.handbook) : null,
        },
        written: [],
        refused: [],
      }
    }
    default:
      return null
  }
}

/** A confined run: what changes in its documents is a person's word. */
export const given = (
  shelf: HandbookDocuments,
  happenings: readonly (Happening | Deed)[] = [],
  told: Partial<HandbookInput> = {},
  hear: (event: Event) => void = () => {},
  confined = true,
) => {
  const begun = { ...input, ...told }
  const scene: Scene = {
    state: handbook.initialState(begun),
    shelf,
    log: [],
    changed: new Map(),
    commits: 0,
  }
  return tell({ playbook: handbook, input: begun, scene, byItself, hear, confined }, happenings)
}

/** A run whose agents and checks can write wherever the operator can. */
export const givenUnconfined = (
  shelf: HandbookDocuments,
  happenings: readonly (Happening | Deed)[] = [],
  told: Partial<HandbookInput> = {},
) => given(shelf, happenings, told, undefined, false)
