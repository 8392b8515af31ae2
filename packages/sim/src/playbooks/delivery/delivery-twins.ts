/** Owns the simulated effects of a delivery. */
import type { PlanContents } from '@harness/core/playbooks/delivery/documents'
import type { Command } from '@harness/core/playbooks/delivery/effects'
import type { WithBase } from '@harness/core/work/base-first'
import { askHumanTwin } from '../../world/ask-human.ts'
import { awaitCiTwin } from '../../world/await-ci.ts'
import { captureUiTwin } from '../../world/capture-ui.ts'
import { checkBaseTwin } from '../../world/check-base.ts'
import { closeLaneTwin } from '../../world/close-lane.ts'
import { completePlanTwin } from '../../world/complete-plan.ts'
import { freezeTwin } from '../../world/freeze.ts'
import { mergeLaneTwin } from '../../world/merge-lane.ts'
import { mergePullTwin } from '../../world/merge-pull.ts'
import { openLaneTwin } from '../../world/open-lane.ts'
import { openPullTwin } from '../../world/open-pull.ts'
import { readDocumentsTwin } from '../../world/read-documents.ts'
import { runAgentTwin } from '../../world/run-agent.ts'
import { runChecksTwin } from '../../world/run-checks.ts'
import { syncLaneTwin } from '../../world/sync-lane.ts'
import type { Twins } from '../../world/twin.ts'
import { wakeAtTwin } from '../../world/wake-at.ts'
import { drawnAnswer } from './drawn-answer.ts'
import { drawnPlan } from './plan-documents.ts'

export const deliveryTwins: Twins<WithBase<Command>> = {
  RunAgent: runAgentTwin(drawnAnswer),
  OpenLane: openLaneTwin,
  CheckBase: checkBaseTwin,
  RunChecks: runChecksTwin,
  CaptureUi: captureUiTwin,
  ReadDocuments: readDocumentsTwin<PlanContents>(drawnPlan),
  SyncLane: syncLaneTwin,
  MergeLane: mergeLaneTwin,
  OpenPull: openPullTwin,
  AwaitCi: awaitCiTwin,
  MergePull: mergePullTwin,
  CompletePlan: completePlanTwin,
  CloseLane: closeLaneTwin,
  AskHuman: askHumanTwin,
  WakeAt: wakeAtTwin,
  Freeze: freezeTwin,
}
