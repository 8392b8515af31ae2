/** Owns the simulated effects of a mission. */

import type { Command } from '@harness/core/playbooks/mission/state/effects'
import type { MissionContents } from '@harness/core/playbooks/mission/state/mission-contents'
import type { WithBase } from '@harness/core/work/base-first'
import { askHumanTwin } from '../../world/ask-human.ts'
import { awaitCiTwin } from '../../world/await-ci.ts'
import { captureUiTwin } from '../../world/capture-ui.ts'
import { checkBaseTwin } from '../../world/check-base.ts'
import { closeLaneTwin } from '../../world/close-lane.ts'
import { editDocumentsTwin } from '../../world/edit-documents.ts'
import { mergeAheadTwin } from '../../world/merge-ahead.ts'
import { mergeLaneTwin } from '../../world/merge-lane.ts'
import { notifyTwin } from '../../world/notify.ts'
import { openLaneTwin } from '../../world/open-lane.ts'
import { openPullTwin } from '../../world/open-pull.ts'
import { readDocumentsTwin } from '../../world/read-documents.ts'
import { runAgentTwin } from '../../world/run-agent.ts'
import { runChecksTwin } from '../../world/run-checks.ts'
import { runHookTwin } from '../../world/run-hook.ts'
import { smokeTestTwin } from '../../world/smoke-test.ts'
import { syncLaneTwin } from '../../world/sync-lane.ts'
import type { Twins } from '../../world/twin.ts'
import { wakeAtTwin } from '../../world/wake-at.ts'
import { drawnAnswer } from './drawn-answer.ts'
import { lookAtBaseTwin } from './look-at-base.ts'
import { drawnContents, drawnRefusal } from './mission-contents.ts'

export const missionTwins: Twins<WithBase<Command>> = {
  RunAgent: runAgentTwin(drawnAnswer),
  OpenLane: openLaneTwin,
  CheckBase: checkBaseTwin,
  RunChecks: runChecksTwin,
  SmokeTest: smokeTestTwin,
  RunHook: runHookTwin,
  Notify: notifyTwin,
  SyncLane: syncLaneTwin,
  MergeAhead: mergeAheadTwin,
  MergeLane: mergeLaneTwin,
  CloseLane: closeLaneTwin,
  CaptureUi: captureUiTwin,
  OpenPull: openPullTwin,
  AwaitCi: awaitCiTwin,
  AskHuman: askHumanTwin,
  WakeAt: wakeAtTwin,
  ReadDocuments: readDocumentsTwin<MissionContents>(drawnContents, true),
  LookAtBase: lookAtBaseTwin,
  EditDocuments: editDocumentsTwin(drawnRefusal),
}
