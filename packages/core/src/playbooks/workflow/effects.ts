/** Owns the effects that a workflow wants. */
import type { AskHuman } from '../../effects/ask-human.ts'
import type { CloseLane } from '../../effects/close-lane.ts'
import type { EditDocuments } from '../../effects/edit-documents.ts'
import type { MeasureChange } from '../../effects/measure-change.ts'
import type { MergeLane } from '../../effects/merge-lane.ts'
import type { OpenLane } from '../../effects/open-lane.ts'
import type { ReadDocuments as Read } from '../../effects/read-documents.ts'
import type { AgentFinished as Finished, RunAgent as Run } from '../../effects/run-agent.ts'
import type { RunChecks } from '../../effects/run-checks.ts'
import type { WakeAt } from '../../effects/wake-at.ts'
import type { EventOf, OutcomeOf } from '../../kernel/effect.ts'
import type { Answer } from './answers.ts'
import type { ApplyPatch } from './apply-patch.ts'
import type { ArtifactEdit } from './artifacts.ts'
import type { CleanUp } from './clean-up.ts'
import type { CommitChange } from './commit-change.ts'
import type { ScanFiles } from './scan-files.ts'

export type RunAgent = Run<Answer>
export type AgentFinished = Finished<Answer>
/** Every document is read as the text it is. */
export type ReadDocuments = Read<Readonly<Record<string, string>>>

export type Command =
  | OpenLane
  | RunAgent
  | CloseLane
  | AskHuman
  | WakeAt
  | ReadDocuments
  | EditDocuments<ArtifactEdit>
  | MeasureChange
  | RunChecks
  | ScanFiles
  | ApplyPatch
  | CommitChange
  | MergeLane
  | CleanUp

export type Outcome = OutcomeOf<Command>
export type Event = EventOf<Command>
