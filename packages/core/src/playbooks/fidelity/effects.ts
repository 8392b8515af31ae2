/** Owns the effects that an audit wants. */
import type { AskHuman } from '../../effects/ask-human.ts'
import type { CloseLane } from '../../effects/close-lane.ts'
import type { FindTags } from '../../effects/find-tags.ts'
import type { HoldPlans } from '../../effects/hold-plans.ts'
import type { OpenLane } from '../../effects/open-lane.ts'
import type { ReadDocuments } from '../../effects/read-documents.ts'
import type { AgentFinished as Finished, RunAgent as Run } from '../../effects/run-agent.ts'
import type { WakeAt } from '../../effects/wake-at.ts'
import type { OutcomeOf } from '../../kernel/effect.ts'
import type { Answer } from './answers.ts'
import type { FileEdit } from './documents.ts'
import type { Read } from './facts.ts'

export type AgentFinished = Finished<Answer>

export type Command =
  | OpenLane
  | ReadDocuments<Read>
  | Run<Answer>
  | FindTags
  | FileEdit
  | HoldPlans
  | CloseLane
  | AskHuman
  | WakeAt

export type Outcome = OutcomeOf<Command>
