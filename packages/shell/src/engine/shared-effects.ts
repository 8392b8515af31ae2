/** Owns the effects that a playbook has if it lists none of its own: lanes, agents, checks, documents, people and time. */
import type { AskHuman } from '@harness/core/effects/ask-human'
import type { CheckBase } from '@harness/core/effects/check-base'
import type { CloseLane } from '@harness/core/effects/close-lane'
import type { EditDocuments } from '@harness/core/effects/edit-documents'
import type { MergeLane } from '@harness/core/effects/merge-lane'
import type { OpenLane } from '@harness/core/effects/open-lane'
import type { ReadDocuments } from '@harness/core/effects/read-documents'
import type { RunAgent } from '@harness/core/effects/run-agent'
import type { RunChecks } from '@harness/core/effects/run-checks'
import type { SyncLane } from '@harness/core/effects/sync-lane'
import type { WakeAt } from '@harness/core/effects/wake-at'
import { runAgentEffect } from '../effects/agents/call/run-agent.effect.ts'
import { checkBaseEffect } from '../effects/checks/check-base.effect.ts'
import { runChecksEffect } from '../effects/checks/run-checks.effect.ts'
import type { DeskPorts } from '../effects/documents/document-desk.ts'
import { editDocumentsEffect } from '../effects/documents/edit-documents.effect.ts'
import { readDocumentsEffect } from '../effects/documents/read-documents.effect.ts'
import type { Effects } from '../effects/effect.ts'
import { mergeLaneEffect } from '../effects/landing/merge-lane.effect.ts'
import { closeLaneEffect } from '../effects/lanes/close-lane.effect.ts'
import { openLaneEffect } from '../effects/lanes/open-lane.effect.ts'
import { syncLaneEffect } from '../effects/lanes/sync-lane.effect.ts'
import { askHumanEffect } from '../effects/people/ask-human.effect.ts'
import { wakeAtEffect } from '../effects/time/wake-at.effect.ts'
import type { RunPorts } from './conduct/run-ports.ts'

export type SharedCommand =
  | OpenLane
  | RunAgent<unknown>
  | CheckBase
  | RunChecks
  | SyncLane
  | MergeLane
  | CloseLane
  | ReadDocuments
  | EditDocuments
  | AskHuman
  | WakeAt

export const sharedEffects: Effects<SharedCommand, RunPorts & DeskPorts> = {
  OpenLane: openLaneEffect,
  RunAgent: runAgentEffect<unknown>(),
  CheckBase: checkBaseEffect,
  RunChecks: runChecksEffect,
  SyncLane: syncLaneEffect,
  MergeLane: mergeLaneEffect,
  CloseLane: closeLaneEffect,
  ReadDocuments: readDocumentsEffect(),
  EditDocuments: editDocumentsEffect(),
  AskHuman: askHumanEffect,
  WakeAt: wakeAtEffect,
}
