/** What handbooks ask for: their documents read, ticked and written. */

import type { OutcomeBase } from './event-base.ts'
import type { Handbook, RuleDocument } from './handbook-document.ts'
import type { Reread } from './reread.ts'

export interface HandbookRead extends OutcomeBase {
  readonly type: 'HandbookRead'
  readonly handbook: Reread<Handbook>
  readonly product: Reread<RuleDocument>
  /** The content is null where there is no DESIGN.md. */
  readonly design: Reread<RuleDocument | null>
}

export interface BoxTicked extends OutcomeBase {
  readonly type: 'BoxTicked'
  readonly promptId: string
  /** Of the handbook now, where nothing but the box differs from what the run knew; else null. */
  readonly digest: string | null
}

export interface TickRefused extends OutcomeBase {
  readonly type: 'TickRefused'
  readonly promptId: string
  /** `gone`: no such prompt, or it has no one box; `edited`: its text is another one by now. */
  readonly reason: 'gone' | 'edited'
  readonly detail: string
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
