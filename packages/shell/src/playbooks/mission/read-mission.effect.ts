/** Owns how a mission reads its documents: only if none of them was taken away. */
import type { MissionContents, ReadMission } from '@harness/core/playbooks/mission/state/mission-contents'
import { missionCodecs } from '@harness/formats/documents/mission/mission-codecs'
import type { DeskPorts, DocumentKinds } from '../../effects/documents/document-desk.ts'
import { readDocumentsEffect } from '../../effects/documents/read-documents.effect.ts'
import type { Effect } from '../../effects/effect.ts'
import { type FailurePorts, orCommandFailed } from '../../effects/failure/expected-failure.ts'
import { line } from '../../effects/progress-line.ts'
import { refuseGone } from './document-gone.ts'
import { readSpec } from './read-spec.ts'

export const missionDocuments: DocumentKinds = { codecs: missionCodecs, resume: null }

export type MissionDocumentPorts = DeskPorts &
  FailurePorts & { readonly repoRoot: string; readonly stateDir: string }

const readDocuments = readDocumentsEffect<MissionContents>()

export const readMissionEffect: Effect<ReadMission, MissionDocumentPorts> = {
  ...readDocuments,
  perform: (command, attempt, ports) =>
    orCommandFailed(command, attempt, ports, async () => {
      await guardThere(command, ports)
      return readDocuments.perform(command, attempt, ports)
    }),
  outcomes: {
    ...readDocuments.outcomes,
    DocumentsRead: {
      ...readDocuments.outcomes.DocumentsRead,
      line: ({ notes }) => (notes === undefined ? null : line('documents', 'read')),
      log: ({ documents: { features } }) => (features.changed === null ? '' : 'features changed'),
    },
  },
}

async function guardThere({ files, known }: ReadMission, ports: MissionDocumentPorts): Promise<void> {
  for (const { path } of files.spec) await readSpec(ports.repoRoot, path, 'goes on')
  await refuseGone(ports, known)
}
