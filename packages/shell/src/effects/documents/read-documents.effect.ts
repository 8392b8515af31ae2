/** Owns the record of ReadDocuments. It only reads. */
import type { Contents, ReadDocuments } from '@harness/core/effects/read-documents'
import type { OutcomeOf } from '@harness/core/kernel/effect'
import { asRecorded, type Effect } from '../effect.ts'
import { commandFailed } from '../failure-endings.ts'
import type { DeskPorts } from './document-desk.ts'
import { readDocuments } from './read-documents.ts'

/** `Read` is what the codecs of the playbook's documents read: the desk has these codecs. */
export const readDocumentsEffect = <Read extends Contents>(): Effect<ReadDocuments<Read>, DeskPorts> => ({
  type: 'ReadDocuments',
  perform: (command, attempt, { desk }) =>
    readDocuments(command, attempt, desk) as Promise<OutcomeOf<ReadDocuments<Read>>>,
  carriesNotes: true,
  outcomes: {
    DocumentsRead: {
      line: () => null,
      log: ({ documents }) => changedWords(documents),
      replay: asRecorded,
    },
    CommandFailed: commandFailed,
  },
})

function changedWords(documents: Readonly<Record<string, { readonly changed: unknown }>>): string {
  const names = Object.entries(documents).flatMap(([name, { changed }]) => (changed === null ? [] : [name]))
  return names.length === 0 ? '' : `${names.join(', ')} changed`
}
