/** Owns the outcome of a command that could not be carried out. */
import type { OutcomeBase } from '../kernel/event.ts'

/** An adapter could not do it (disk full, lane gone, git refused); nothing is half done. */
export interface CommandFailed extends OutcomeBase {
  readonly type: 'CommandFailed'
  readonly code: string
  readonly detail: string
  readonly next: string
}
