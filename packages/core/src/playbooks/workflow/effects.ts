/** Owns the effects that a workflow wants. */

import type { ApplyPatch } from '../../effects/apply-patch.ts'
import type { AskHuman } from '../../effects/ask-human.ts'
import type { CleanUp } from '../../effects/clean-up.ts'
import type { CloseLane } from '../../effects/close-lane.ts'
import type { CommitChange } from '../../effects/commit-change.ts'
import type { EditDocuments } from '../../effects/edit-documents.ts'
import type { MeasureChange } from '../../effects/measure-change.ts'
import type { MergeLane } from '../../effects/merge-lane.ts'
import type { OpenLane } from '../../effects/open-lane.ts'
import type { ReadDocuments as Read } from '../../effects/read-documents.ts'
import type { AgentFinished as Finished, RunAgent as Run } from '../../effects/run-agent.ts'
import type { RunChecks } from '../../effects/run-checks.ts'
import type { ScanFiles } from '../../effects/scan-files.ts'
import type { WakeAt } from '../../effects/wake-at.ts'
import type { EventOf, OutcomeOf } from '../../kernel/effect.ts'
import type { LineAnswer } from '../../work/first-line.ts'
import type { ArtifactEdit } from './artifacts.ts'

export type RunAgent = Run<LineAnswer>
export type AgentFinished = Finished<LineAnswer>
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
