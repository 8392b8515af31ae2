/** Owns the effect that reads a handbook and the documents beside it. */
import type { CommandFailed } from '../../effects/command-failed.ts'
import type { Reread } from '../../effects/reread.ts'
import type { Ask } from '../../kernel/effect.ts'
import type { OutcomeBase } from '../../kernel/event.ts'
import type { Handbook, RuleDocument } from './handbook-document.ts'

/** Reads the handbook and the documents beside it again. */
export interface ReadHandbook extends Ask<'ReadHandbook', HandbookRead | CommandFailed> {
  /** Digests of what the run knows; null if it knows nothing yet. Only what differs comes back. */
  readonly known: DocumentDigests
}

export interface DocumentDigests {
  readonly handbook: string | null
  readonly product: string | null
  readonly design: string | null
}

export interface HandbookRead extends OutcomeBase {
  readonly type: 'HandbookRead'
  readonly handbook: Reread<Handbook>
  readonly product: Reread<RuleDocument>
  /** The content is null if there is no DESIGN.md. */
  readonly design: Reread<RuleDocument | null>
}
