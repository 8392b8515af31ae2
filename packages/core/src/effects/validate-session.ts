/** Owns the effect that holds the files of a session against their formats: what `harness validate` does. */

import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommandFailed } from './command-failed.ts'

/** Only looks, so it is safe to repeat. */
export interface ValidateSession extends Ask<'ValidateSession', SessionValidated | CommandFailed> {
  readonly sessionDir: string
  readonly plans: readonly string[]
}

export interface SessionValidated extends OutcomeBase {
  readonly type: 'SessionValidated'
  /** Each names its file. */
  readonly problems: readonly string[]
}
