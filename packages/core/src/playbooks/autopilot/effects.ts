/** Owns the effects that an autopilot wants. */
import type { AskHuman } from '../../effects/ask-human.ts'
import type { CloseLane } from '../../effects/close-lane.ts'
import type { CommitLane } from '../../effects/commit-lane.ts'
import type { EditDocuments } from '../../effects/edit-documents.ts'
import type { LookForPlan } from '../../effects/look-for-plan.ts'
import type { MergeLane } from '../../effects/merge-lane.ts'
import type { OpenLane } from '../../effects/open-lane.ts'
import type { OpenPull } from '../../effects/open-pull.ts'
import type { ReadDocuments } from '../../effects/read-documents.ts'
import type { AgentFinished as Finished, RunAgent as Run } from '../../effects/run-agent.ts'
import type { RunChecks } from '../../effects/run-checks.ts'
import type { ValidateSession } from '../../effects/validate-session.ts'
import type { WakeAt } from '../../effects/wake-at.ts'
import type { EventOf, OutcomeOf } from '../../kernel/effect.ts'
import type { Answer } from './answers.ts'
import type { NotesEdit, PhaseWishes, Plan, PlanEdit, RoadmapEdit, SpecRead } from './documents.ts'

export type RunAgent = Run<Answer>
export type AgentFinished = Finished<Answer>

/** A command reads some of these. */
export type Read = {
  readonly spec?: SpecRead
  readonly wishes?: PhaseWishes
  readonly learnings?: string
  readonly plan?: Plan
}

export type Edit = PlanEdit | NotesEdit | RoadmapEdit

export type Command =
  | OpenLane
  | LookForPlan
  | RunAgent
  | RunChecks
  | ValidateSession
  | CommitLane
  | ReadDocuments<Read>
  | EditDocuments<Edit>
  | MergeLane
  | OpenPull
  | CloseLane
  | AskHuman
  | WakeAt

export type Outcome = OutcomeOf<Command>
export type Event = EventOf<Command>
