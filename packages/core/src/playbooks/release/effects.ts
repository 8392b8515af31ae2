/** Owns the effects that a release gate wants. It calls no agent. */
import type { AskHuman } from '../../effects/ask-human.ts'
import type { CloseLane } from '../../effects/close-lane.ts'
import type { FindTags } from '../../effects/find-tags.ts'
import type { OpenLane } from '../../effects/open-lane.ts'
import type { ReadDocuments } from '../../effects/read-documents.ts'
import type { RunChecks } from '../../effects/run-checks.ts'
import type { WakeAt } from '../../effects/wake-at.ts'
import type { OutcomeOf } from '../../kernel/effect.ts'
import type { FileReport, Read } from './documents.ts'

export type Command =
  | OpenLane
  | ReadDocuments<Read>
  | FindTags
  | RunChecks
  | FileReport
  | CloseLane
  | AskHuman
  | WakeAt

export type Outcome = OutcomeOf<Command>
