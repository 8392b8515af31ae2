/** Owns the record of EditDocuments. Repeated, an edit that stands there already is done. */
import type { DocumentsEdited, EditDocuments } from '@harness/core/effects/edit-documents'
import { counted } from '@harness/core/kernel/counted'
import { asRecorded, type Effect } from '../effect.ts'
import { commandFailed } from '../failure-endings.ts'
import { line, oneLine, type ProgressLine } from '../progress-line.ts'
import type { DeskPorts } from './document-desk.ts'
import { editDocuments } from './edit-documents.ts'

/** `Edit` is what the codecs of the playbook's documents apply: the desk has these codecs. */
export const editDocumentsEffect = <Edit>(): Effect<EditDocuments<Edit>, DeskPorts> => ({
  type: 'EditDocuments',
  perform: (command, attempt, { desk }) => editDocuments(command, attempt, desk),
  performedInReplay: true,
  outcomes: {
    DocumentsEdited: {
      line: editedLine,
      log: editedWords,
      replay: asRecorded,
    },
    CommandFailed: commandFailed,
  },
})

/** An edit of a few bytes is not worth a line. */
function editedLine({ written, refused }: DocumentsEdited): ProgressLine | null {
  const problems = refused.flatMap((one) => one.problems)
  if (problems.length > 0)
    return line('write', `${counted(problems.length, 'objection')} of the linter`, {
      tone: 'warn',
      detail: problems.map(oneLine),
    })
  return written.length === 0 ? null : line('write', written.join(', '), { tone: 'good' })
}

const editedWords = ({ written, refused }: DocumentsEdited): string =>
  [written.join(', '), ...refused.flatMap(({ detail, problems }) => [detail, ...problems])]
    .filter((said) => said !== '')
    .join('; ')
