/** Owns the simulated effects of planning. */
import type { Answer } from '@harness/core/playbooks/planning/answers'
import type { Command } from '@harness/core/playbooks/planning/effects'
import type { Random } from '../../engine/random.ts'
import { askHumanTwin } from '../../world/ask-human.ts'
import { closeLaneTwin } from '../../world/close-lane.ts'
import { editDocumentsTwin } from '../../world/edit-documents.ts'
import { openLaneTwin } from '../../world/open-lane.ts'
import { runAgentTwin } from '../../world/run-agent.ts'
import type { Twins } from '../../world/twin.ts'
import { wakeAtTwin } from '../../world/wake-at.ts'
import { proposalsOf } from './input.ts'

const drawnProposals = (_command: unknown, luck: Random): Answer => ({
  kind: 'plan-proposals',
  proposals: proposalsOf('luck', luck.chance(0.3)),
})

export const planningTwins: Twins<Command> = {
  RunAgent: runAgentTwin(drawnProposals),
  OpenLane: openLaneTwin,
  CloseLane: closeLaneTwin,
  AskHuman: askHumanTwin,
  WakeAt: wakeAtTwin,
  EditDocuments: editDocumentsTwin((luck) =>
    luck.chance(0.6) ? null : { reason: 'taken', detail: '', problems: ['id-collision: 0002 is there'] },
  ),
}
