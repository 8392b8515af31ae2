/** Owns the effects that a mission wants. */

import type { AskHuman } from '../../../effects/ask-human.ts'
import type { AwaitCi } from '../../../effects/await-ci.ts'
import type { CaptureUi } from '../../../effects/capture-ui.ts'
import type { CloseLane } from '../../../effects/close-lane.ts'
import type { MergeAhead } from '../../../effects/merge-ahead.ts'
import type { MergeLane } from '../../../effects/merge-lane.ts'
import type { Notify } from '../../../effects/notify.ts'
import type { OpenLane } from '../../../effects/open-lane.ts'
import type { OpenPull } from '../../../effects/open-pull.ts'
import type { AgentFinished as Finished, RunAgent as Run } from '../../../effects/run-agent.ts'
import type { RunChecks } from '../../../effects/run-checks.ts'
import type { RunHook } from '../../../effects/run-hook.ts'
import type { SmokeTest } from '../../../effects/smoke-test.ts'
import type { SyncLane } from '../../../effects/sync-lane.ts'
import type { WakeAt } from '../../../effects/wake-at.ts'
import type { EventOf, OutcomeOf } from '../../../kernel/effect.ts'
import type { Answer } from './answers.ts'
import type { EditMission } from './edit-mission.ts'
import type { LookAtBase, ReadMission } from './mission-contents.ts'

export type RunAgent = Run<Answer>
export type AgentFinished = Finished<Answer>

export type Command =
  | OpenLane
  | RunAgent
  | RunChecks
  | SmokeTest
  | RunHook
  | Notify
  | SyncLane
  | MergeAhead
  | MergeLane
  | CloseLane
  | CaptureUi
  | OpenPull
  | AwaitCi
  | AskHuman
  | WakeAt
  | ReadMission
  | LookAtBase
  | EditMission

export type Outcome = OutcomeOf<Command>
export type Event = EventOf<Command>
