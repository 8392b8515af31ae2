/** Owns the effects that a delivery wants. */

import type { AskHuman } from '../../effects/ask-human.ts'
import type { AwaitCi } from '../../effects/await-ci.ts'
import type { CaptureUi } from '../../effects/capture-ui.ts'
import type { CloseLane } from '../../effects/close-lane.ts'
import type { CompletePlan } from '../../effects/complete-plan.ts'
import type { Freeze } from '../../effects/freeze.ts'
import type { MergeLane } from '../../effects/merge-lane.ts'
import type { MergePull } from '../../effects/merge-pull.ts'
import type { OpenLane } from '../../effects/open-lane.ts'
import type { OpenPull } from '../../effects/open-pull.ts'
import type { AgentFinished as Finished, RunAgent as Run } from '../../effects/run-agent.ts'
import type { RunChecks } from '../../effects/run-checks.ts'
import type { SyncLane } from '../../effects/sync-lane.ts'
import type { WakeAt } from '../../effects/wake-at.ts'
import type { EventOf, OutcomeOf } from '../../kernel/effect.ts'
import type { Answer } from './answers.ts'
import type { ReadPlan } from './documents.ts'

export type RunAgent = Run<Answer>
export type AgentFinished = Finished<Answer>

export type Command =
  | OpenLane
  | RunAgent
  | RunChecks
  | CaptureUi
  | ReadPlan
  | SyncLane
  | MergeLane
  | OpenPull
  | AwaitCi
  | MergePull
  | CompletePlan
  | CloseLane
  | AskHuman
  | WakeAt
  | Freeze

export type Outcome = OutcomeOf<Command>
export type Event = EventOf<Command>
