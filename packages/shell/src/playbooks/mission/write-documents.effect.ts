/** Owns the record of WriteDocuments. Repeated, an edit that is made already changes nothing. */
import type {
  DocumentsWritten,
  JournaledDecision,
  WriteDocuments,
} from '@harness/core/playbooks/mission/write-documents'
import { asRecorded, type Effect } from '../../effects/effect.ts'
import { commandFailed } from '../../effects/failure-endings.ts'
import { line, oneLine, type ProgressLine } from '../../effects/progress-line.ts'
import { type WriteDocumentsPorts, writeDocuments } from './write-documents.ts'

export const writeDocumentsEffect: Effect<WriteDocuments, WriteDocumentsPorts> = {
  type: 'WriteDocuments',
  perform: writeDocuments,
  carriesNotes: true,
  performedInReplay: true,
  started: ({ decision }) => (decision === null ? null : decisionLine(decision)),
  outcomes: {
    DocumentsWritten: {
      line: writtenLine,
      log: ({ refused }) => refused.map(({ detail }) => detail).join('; '),
      replay: asRecorded,
    },
    CommandFailed: commandFailed,
  },
}

function decisionLine({ decision, subject, reason, by }: JournaledDecision): ProgressLine {
  const what = subject === null ? decision : `${decision} ${subject}`
  const who = by === 'agent' ? ' (by the orchestrator)' : ''
  return line('decide', `${oneLine(what)}${who}: ${oneLine(reason)}`)
}

/** An edit that a person made meanwhile stands, and is worth a line. */
function writtenLine({ refused, notes }: DocumentsWritten): ProgressLine | null {
  if (refused.length === 0) return notes === undefined ? null : line('documents', 'written')
  return line('documents', 'were edited meanwhile; what no longer fits was not written', {
    tone: 'warn',
    detail: refused.map(({ detail }) => oneLine(detail)),
  })
}
