/** Owns the simulated effects of a release gate. */
import type { Read } from '@harness/core/playbooks/release/documents'
import type { Command } from '@harness/core/playbooks/release/effects'
import type { ReleaseFacts } from '@harness/core/playbooks/release/facts'
import type { Random } from '../../engine/random.ts'
import { askHumanTwin } from '../../world/ask-human.ts'
import { closeLaneTwin } from '../../world/close-lane.ts'
import { editDocumentsTwin } from '../../world/edit-documents.ts'
import { openLaneTwin } from '../../world/open-lane.ts'
import { readDocumentsTwin } from '../../world/read-documents.ts'
import { runChecksTwin } from '../../world/run-checks.ts'
import type { Twins } from '../../world/twin.ts'
import { wakeAtTwin } from '../../world/wake-at.ts'
import { findTagsTwin } from './find-tags.ts'
import { tag } from './input.ts'

const drawnFacts = (luck: Random): ReleaseFacts | null =>
  luck.chance(0.1)
    ? null
    : {
        criteria: [{ tag, text: '', testedBy: [], coveredBy: [], connections: [] }],
        plans: [
          {
            id: '0001',
            title: 'Cart',
            place: 'completed',
            status: luck.pick(['completed', 'completed', 'active']),
            acceptanceTags: [tag],
          },
        ],
        environment: [],
        problems: luck.chance(0.1) ? ['no criteria'] : [],
        notes: [],
      }

export const releaseTwins: Twins<Command> = {
  OpenLane: openLaneTwin,
  ReadDocuments: readDocumentsTwin<Read>((luck) => ({ release: drawnFacts(luck) })),
  FindTags: findTagsTwin,
  RunChecks: runChecksTwin,
  EditDocuments: editDocumentsTwin(() => null),
  CloseLane: closeLaneTwin,
  AskHuman: askHumanTwin,
  WakeAt: wakeAtTwin,
}
