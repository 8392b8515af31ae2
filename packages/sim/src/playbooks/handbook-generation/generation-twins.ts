/** Owns the simulated effects of a handbook generation. */
import type { Answer } from '@harness/core/playbooks/handbook-generation/answers'
import type { Command } from '@harness/core/playbooks/handbook-generation/effects'
import { askHumanTwin } from '../../world/ask-human.ts'
import { closeLaneTwin } from '../../world/close-lane.ts'
import { editDocumentsTwin } from '../../world/edit-documents.ts'
import { openLaneTwin } from '../../world/open-lane.ts'
import { runAgentTwin } from '../../world/run-agent.ts'
import type { Twins } from '../../world/twin.ts'
import { wakeAtTwin } from '../../world/wake-at.ts'
import { drawnRefusal } from './drawn-refusal.ts'

const drawnPlan = (): Answer => ({
  kind: 'handbook-plan',
  plan: { determinismNotes: [], phases: [] },
})

export const generationTwins: Twins<Command> = {
  RunAgent: runAgentTwin(drawnPlan),
  OpenLane: openLaneTwin,
  CloseLane: closeLaneTwin,
  AskHuman: askHumanTwin,
  WakeAt: wakeAtTwin,
  EditDocuments: editDocumentsTwin(drawnRefusal),
}
