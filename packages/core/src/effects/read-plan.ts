/** Owns the effect that compares a plan file with what the run knows. */

import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommitHash } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'

/** Holds the plan's file against what the run knows of it. */
export interface ReadPlan extends Ask<'ReadPlan', PlanRead | CommandFailed> {
  readonly path: string
  readonly baseBranch: string
  /** What the run follows. */
  readonly known: string
  /** What it followed before, or went on in spite of (null: that the file was gone): an old copy elsewhere is no edit. */
  readonly agreed: readonly (string | null)[]
  /** Its path once it is completed. If the base has a file there, another run has delivered the plan. */
  readonly completedPath?: string
}

export interface PlanRead extends OutcomeBase {
  readonly type: 'PlanRead'
  /** How the file differs from what the run knows; null if it does not. */
  readonly edit: {
    /** Null if the file is gone, as `digest` is then. */
    readonly text: string | null
    readonly digest: string | null
    readonly difference: string
  } | null
  /** The base has it completed, by that commit: `by` tells whose it is and what it says. Absent where it has not. */
  readonly completed?: { readonly commit: CommitHash; readonly by: string }
}
