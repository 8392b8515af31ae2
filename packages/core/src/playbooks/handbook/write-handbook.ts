/** Owns the effect that writes a planned handbook. */
import type { CommandFailed } from '../../effects/command-failed.ts'
import type { Ask } from '../../kernel/effect.ts'
import type { OutcomeBase } from '../../kernel/event.ts'
import type { PlannedHandbook } from './planned-handbook.ts'

/**
 * Prints a planned handbook with its skeleton and writes both or neither. What the linter objects to is not written.
 * Repeated, files that are there already as they should be are done.
 */
export interface WriteHandbook
  extends Ask<'WriteHandbook', HandbookWritten | HandbookRefused | CommandFailed> {
  readonly plan: PlannedHandbook
  /** Whether files that are there already may be replaced. */
  readonly replace: boolean
}

export interface HandbookWritten extends OutcomeBase {
  readonly type: 'HandbookWritten'
  /** Relative to the repository. */
  readonly files: readonly string[]
}

/** The planned handbook has mistakes; nothing was written. */
export interface HandbookRefused extends OutcomeBase {
  readonly type: 'HandbookRefused'
  readonly problems: readonly string[]
}
