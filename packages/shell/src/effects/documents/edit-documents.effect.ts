/** Owns the record of EditDocuments. Repeated, an edit that stands there already is done. */
import type { EditDocuments } from '@harness/core/effects/edit-documents'
import { asRecorded, type Effect } from '../effect.ts'
import { commandFailed } from '../failure-endings.ts'
import type { DeskPorts } from './document-desk.ts'
import { editDocuments } from './edit-documents.ts'

/** `Edit` is what the codecs of the playbook's documents apply: the desk has these codecs. */
export const editDocumentsEffect = <Edit>(): Effect<EditDocuments<Edit>, DeskPorts> => ({
  type: 'EditDocuments',
  perform: (command, attempt, { desk }) => editDocuments(command, attempt, desk),
  performedInReplay: true,
  outcomes: {
    DocumentsEdited: {
      line: () => null,
      log: ({ refused }) => refused.map(({ detail }) => detail).join('; '),
      replay: asRecorded,
    },
    CommandFailed: commandFailed,
  },
})
