/** Owns the simulated effects of an audit. */
import type { Answer } from '@harness/core/playbooks/fidelity/answers'
import type { Command } from '@harness/core/playbooks/fidelity/effects'
import type { Read } from '@harness/core/playbooks/fidelity/facts'
import type { Random } from '../../engine/random.ts'
import { askHumanTwin } from '../../world/ask-human.ts'
import { closeLaneTwin } from '../../world/close-lane.ts'
import { editDocumentsTwin } from '../../world/edit-documents.ts'
import { openLaneTwin } from '../../world/open-lane.ts'
import { readDocumentsTwin } from '../../world/read-documents.ts'
import { runAgentTwin } from '../../world/run-agent.ts'
import type { Twins } from '../../world/twin.ts'
import { wakeAtTwin } from '../../world/wake-at.ts'
import { findTagsTwin } from '../release/find-tags.ts'
import { holdPlansTwin } from './hold-plans.ts'
import { auditOf } from './input.ts'
import { type SimPlans, somePlans } from './sim-plans.ts'

const drawnAudit = (_command: unknown, luck: Random): Answer => ({
  kind: 'fidelity-audit',
  audit: auditOf('luck', luck.chance(0.5), luck.chance(0.8)),
})

const drawnFacts = (luck: Random): { readonly [Name in keyof Read]: Read[Name] | null } => ({
  spec: luck.chance(0.1)
    ? null
    : {
        text: '# A shop',
        criteria: [],
        plans: [{ id: '0003', title: 'Pay', status: 'active', place: 'active', acceptanceTags: [] }],
        isUnderReview: luck.chance(0.5),
      },
  change: { commit: 'spec', author: 'ada', subject: 'Say what it is' },
  filed: null,
})

export const fidelityTwins = (plans: SimPlans = somePlans(false)): Twins<Command> => ({
  OpenLane: openLaneTwin,
  ReadDocuments: readDocumentsTwin<Read>(drawnFacts),
  RunAgent: runAgentTwin(drawnAudit),
  FindTags: findTagsTwin,
  EditDocuments: editDocumentsTwin(() => null),
  HoldPlans: holdPlansTwin(plans),
  CloseLane: closeLaneTwin,
  AskHuman: askHumanTwin,
  WakeAt: wakeAtTwin,
})
