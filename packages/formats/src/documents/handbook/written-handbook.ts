/** What a handbook says once it is read: phases with their prompts, where each stands, and what is wrong with it. */

import type { ScopeEnvelope } from '../../answers/handbook/scope-envelope.ts'
import type { FormatProblem } from '../../text/format-problem.ts'

export interface WrittenHandbook {
  readonly phases: readonly WrittenPhase[]
  /** The section `## Determinism notes`, without its heading; null if there is none. */
  readonly determinismNotes: string | null
}

export interface WrittenPhase {
  readonly number: number
  readonly title: string
  readonly line: number
  /** The prose before the first prompt and its heading. */
  readonly preamble: string
  readonly prompts: readonly WrittenPrompt[]
  readonly close: WrittenClose | null
  /** Sections behind its last prompt that have neither a prompt nor a close. */
  readonly ignored: readonly { readonly heading: string; readonly line: number }[]
}

export interface WrittenPrompt {
  /** `N.M`, as its heading says or by phase and position. */
  readonly id: string
  readonly phase: number
  readonly heading: string | null
  /** The first word after `/impeccable`; null if the prompt has none. */
  readonly verb: string | null
  /** What the author wrote, character for character, without the quote marks and the scope comment. */
  readonly text: string
  readonly line: number
  /** Null if there is none, and if it is malformed. */
  readonly envelope: ScopeEnvelope | null
  /** The start of the scope comment; null if there is none. */
  readonly envelopeLine: number | null
  /** Null if the prompt has no checkbox, or more than one. */
  readonly box: Checkbox | null
}

export type BoxState = 'open' | 'done' | 'deferred'

export interface Checkbox {
  readonly state: BoxState
  /** The text between the brackets: a space, `x` or `X`. */
  readonly mark: string
  /** Offset, in characters of the whole text, of the text between the brackets. */
  readonly markOffset: number
  readonly line: number
}

/** What has to pass before the next phase begins. */
export interface WrittenClose {
  readonly line: number
  /** The whole section, without its heading. */
  readonly text: string
  /** The lines of its shell fences, code that stands alone, and the code that its sentences ask to be run. */
  readonly commands: readonly string[]
  /** Code that looks like a command, but that the harness does not run, each with its line. */
  readonly notRun: readonly { readonly command: string; readonly line: number }[]
  /** What the phase closer judges: the quote, or the whole text if it has other words. Null if there are none. */
  readonly prompt: string | null
  readonly box: Checkbox | null
}

export type HandbookRule =
  | 'too-large'
  | 'no-phase'
  | 'phase-repeated'
  | 'phase-order'
  | 'phase-heading'
  | 'id-of-other-phase'
  | 'duplicate-id'
  | 'empty-prompt'
  | 'no-checkbox'
  | 'two-checkboxes'
  | 'checkbox-without-prompt'
  | 'checkbox-outside-phase'
  | 'malformed-envelope'
  | 'two-envelopes'
  | 'envelope-without-prompt'
  | 'close-of-other-phase'
  | 'close-repeated'
  | 'close-heading'
  | 'prompt-in-close'
  | 'two-quotes-in-close'
  | 'comment-unclosed'
  | 'fence-unclosed'

export interface HandbookProblem extends FormatProblem {
  readonly rule: HandbookRule
}
