/** Owns the simulated effects of site-reverse. */
import type { Answer } from '@harness/core/playbooks/site-reverse/answers'
import type { Command } from '@harness/core/playbooks/site-reverse/effects'
import type { Random } from '../../engine/random.ts'
import { askHumanTwin } from '../../world/ask-human.ts'
import { captureSiteTwin } from '../../world/capture-site.ts'
import { closeLaneTwin } from '../../world/close-lane.ts'
import { editDocumentsTwin } from '../../world/edit-documents.ts'
import { openLaneTwin } from '../../world/open-lane.ts'
import { runAgentTwin } from '../../world/run-agent.ts'
import type { Twins } from '../../world/twin.ts'
import { wakeAtTwin } from '../../world/wake-at.ts'
import { analysisOf } from './input.ts'

const drawnAnalysis = (_command: unknown, luck: Random): Answer => ({
  kind: 'site-analysis',
  analysis: analysisOf('luck', luck.chance(0.3) ? '/nowhere' : '/cart'),
})

export const siteTwins: Twins<Command> = {
  CaptureSite: captureSiteTwin,
  RunAgent: runAgentTwin(drawnAnalysis),
  OpenLane: openLaneTwin,
  CloseLane: closeLaneTwin,
  AskHuman: askHumanTwin,
  WakeAt: wakeAtTwin,
  EditDocuments: editDocumentsTwin((luck) =>
    luck.chance(0.6)
      ? null
      : {
          reason: luck.pick(['taken', 'invalid']),
          detail: 'docs/shop.md: another file is there already',
          problems: [],
        },
  ),
}
