/** Owns the effect that removes what a run made for itself, and nothing else. */

import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommandFailed } from './command-failed.ts'

/** Checked with all links resolved before anything is removed. Repeated, what is gone already is no mistake. */
export interface CleanUp extends Ask<'CleanUp', CleanedUp | CleanUpRefused | CommandFailed> {
  /** The folder of the documents. It goes if it is empty then. */
  readonly docsPath: string
  /** Files in that folder that the run made, or that its commit has. */
  readonly docs: readonly string[]
  /** Files in `.harness/` that the run made. A folder goes if it is empty then. */
  readonly working: readonly string[]
}

export interface CleanedUp extends OutcomeBase {
  readonly type: 'CleanedUp'
  readonly removed: readonly string[]
}

/** Nothing was removed. */
export interface CleanUpRefused extends OutcomeBase {
  readonly type: 'CleanUpRefused'
  readonly path: string
  readonly why: string
}
