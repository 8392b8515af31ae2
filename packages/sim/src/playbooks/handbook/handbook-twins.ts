/** Owns the simulated effects of a handbook. */
import type { HandbookContents } from '@harness/core/playbooks/handbook/documents'
import type { Command } from '@harness/core/playbooks/handbook/effects'
import type { WithBase } from '@harness/core/work/base-first'
import { askHumanTwin } from '../../world/ask-human.ts'
import { captureUiTwin } from '../../world/capture-ui.ts'
import { checkBaseTwin } from '../../world/check-base.ts'
import { closeLaneTwin } from '../../world/close-lane.ts'
import { editDocumentsTwin } from '../../world/edit-documents.ts'
import { measureChangeTwin } from '../../world/measure-change.ts'
import { mergeLaneTwin } from '../../world/merge-lane.ts'
import { openLaneTwin } from '../../world/open-lane.ts'
import { readDocumentsTwin } from '../../world/read-documents.ts'
import { runAgentTwin } from '../../world/run-agent.ts'
import { runChecksTwin } from '../../world/run-checks.ts'
import { syncLaneTwin } from '../../world/sync-lane.ts'
import type { Twins } from '../../world/twin.ts'
import { wakeAtTwin } from '../../world/wake-at.ts'
import { drawnAnswer } from './drawn-answer.ts'
import { drawnRefusal } from './drawn-refusal.ts'
import { drawnHandbook } from './input.ts'

export const handbookTwins: Twins<WithBase<Command>> = {
  RunAgent: runAgentTwin(drawnAnswer),
  OpenLane: openLaneTwin,
  CheckBase: checkBaseTwin,
  RunChecks: runChecksTwin,
  MeasureChange: measureChangeTwin,
  SyncLane: syncLaneTwin,
  MergeLane: mergeLaneTwin,
  CloseLane: closeLaneTwin,
  AskHuman: askHumanTwin,
  WakeAt: wakeAtTwin,
  CaptureUi: captureUiTwin,
  ReadDocuments: readDocumentsTwin<HandbookContents>(drawnHandbook),
  EditDocuments: editDocumentsTwin(drawnRefusal),
}
