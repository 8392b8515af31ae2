/**
 * Owns how a mission edits its documents: only if none of them was taken away, and with a snapshot after a decision.
 * Repeated, an edit that is there already is done.
 */
import type { DocumentsEdited } from '@harness/core/effects/edit-documents'
import type { EditMission, JournaledDecision } from '@harness/core/playbooks/mission/state/edit-mission'
import type { DocumentEdit } from '@harness/core/playbooks/mission/state/mission-document'
import { editDocumentsEffect } from '../../effects/documents/edit-documents.effect.ts'
import type { Effect } from '../../effects/effect.ts'
import { orCommandFailed } from '../../effects/failure/expected-failure.ts'
import { line, oneLine, type ProgressLine } from '../../effects/progress-line.ts'
import { refuseGone } from './document-gone.ts'
import type { MissionDocumentPorts } from './read-mission.effect.ts'
import { pruneLogs, pruneSnapshots, takeSnapshot } from './snapshots.ts'

const editDocuments = editDocumentsEffect<DocumentEdit>()

export const editMissionEffect: Effect<EditMission, MissionDocumentPorts> = {
  ...editDocuments,
  perform: (command, attempt, ports) =>
    orCommandFailed(command, attempt, ports, async () => {
      const { documents, decision } = command
      const { features, contract } = documents
      await refuseGone(ports, {
        features: features?.expected ?? null,
        contract: contract?.expected ?? null,
      })
      const edited = await editDocuments.perform(command, attempt, ports)
      if (decision !== null && edited.type === 'DocumentsEdited')
        await keepSnapshot(decision, attempt.repeated, ports)
      return edited
    }),
  carriesNotes: true,
  started: ({ decision }) => (decision === null ? null : decisionLine(decision)),
  outcomes: {
    ...editDocuments.outcomes,
    DocumentsEdited: {
      ...editDocuments.outcomes.DocumentsEdited,
      line: editedLine,
      log: ({ refused }) => refused.map(({ detail }) => detail).join('; '),
    },
  },
}

async function keepSnapshot(
  { iteration, retention }: JournaledDecision,
  repeated: boolean,
  { repoRoot, stateDir, clock }: MissionDocumentPorts,
): Promise<void> {
  await takeSnapshot(stateDir, repoRoot, { iteration, at: clock.now(), repeated })
  await pruneSnapshots(stateDir, retention.snapshots)
  await pruneLogs(stateDir, retention.logs)
}

function decisionLine({ decision, subject, reason, by }: JournaledDecision): ProgressLine {
  const what = subject === null ? decision : `${decision} ${subject}`
  const who = by === 'agent' ? ' (by the orchestrator)' : ''
  return line('decide', `${oneLine(what)}${who}: ${oneLine(reason)}`)
}

/** An edit that a person made meanwhile stands, and is worth a line. */
function editedLine({ refused, notes }: DocumentsEdited): ProgressLine | null {
  if (refused.length === 0) return notes === undefined ? null : line('documents', 'written')
  return line('documents', 'were edited meanwhile; what no longer fits was not written', {
    tone: 'warn',
    detail: refused.map(({ detail }) => oneLine(detail)),
  })
}
