/** Owns what is known of a handbook and the documents beside it, once they are parsed. */

/** The handbook itself. */
export const handbookFile = 'IMPECCABLE_HANDBOOK.md'

/** The scopes of its prompts; may be missing. */
export const skeletonFile = '.impeccable-skeleton.json'

/** Limits, clock and records of a handbook's run, as its source has them. */
export const stateFile = '.impeccable-state.json'

/** What the product is to be; its owner writes it. */
export const productFile = 'PRODUCT.md'

/** The document of the product's design; Phase 0 makes it. */
export const designFile = 'DESIGN.md'

/** A prompt with its scope: the Markdown's word on text and box, the skeleton's, if there is one, on the rest. */
export interface HandbookPrompt {
  /** `2.3`. */
  readonly id: string
  readonly phase: number
  readonly title: string
  /** Null if the prompt names none. */
  readonly verb: string | null
  /** As it stands in the document, without its scope comment. */
  readonly text: string
  readonly box: 'open' | 'done' | 'deferred'
  /** Where its box is in the document; absent in runs that did not keep it. */
  readonly boxLine?: number
  readonly anchors: PromptAnchors
  /** Null if it has no size. */
  readonly budget: PromptBudget | null
  readonly expectedSignal: 'allow_empty' | 'require_nonempty'
  readonly success: string | null
  readonly failureModes: string | null
  readonly pairedWith: string | null
  readonly dependsOn: readonly string[]
}

export interface PromptAnchors {
  readonly paths: readonly string[]
  readonly productRules: readonly string[]
  readonly designRules: readonly string[]
}

/** A soft budget; a null size is unbounded. */
export interface PromptBudget {
  readonly loc: number | null
  readonly locFloor: number
  readonly files: number | null
  readonly filesFloor: number
}

export interface HandbookPhase {
  readonly number: number
  readonly title: string
  readonly preamble: string
  /** What must pass before the next phase; null if the handbook asks for nothing. */
  readonly close: PhaseClose | null
}

export interface PhaseClose {
  readonly commands: readonly string[]
  /** Code that looks like a command, but that the harness does not run; absent if there is none. */
  readonly notRun?: readonly string[]
  /** What the phase closer judges; null if there is nothing but commands. */
  readonly prompt: string | null
  /** Absent if it has none of its own. */
  readonly box?: HandbookPrompt['box']
  /** Its start in the document; absent in runs that did not keep it. */
  readonly line?: number
}

/** Whether there is nothing to run and nothing to judge: only a person can vouch for such a phase. */
export const isEmptyClose = ({ commands, prompt }: PhaseClose): boolean =>
  commands.length === 0 && prompt === null

/** What a close was held to: with other words it is another one. */
export const askedByClose = ({ commands, prompt }: Pick<PhaseClose, 'commands' | 'prompt'>): string =>
  [...commands, prompt ?? ''].join('\n')

/** By which the box of a close is ticked. */
export const closeId = (phase: number): string => `${phase}.close`

export interface Handbook {
  /** In document order. */
  readonly prompts: readonly HandbookPrompt[]
  readonly phases: readonly HandbookPhase[]
  readonly determinismNotes: string
  /** Whether the skeleton was there. */
  readonly hasSkeleton: boolean
  /** Drift, prompts without a scope: what a person should hear of. */
  readonly warnings: readonly string[]
}

/** A document that prompts cite by heading or by a Named Rule. */
export interface RuleDocument {
  readonly text: string
  readonly sections: readonly RuleSection[]
}

export interface RuleSection {
  /** Without the marks. */
  readonly heading: string
  /** The whole section, heading included. */
  readonly text: string
  /** The Named Rules in it: `The Quiet Rule`. */
  readonly rules: readonly string[]
}

/** Ticks the box of a prompt or of a close, or takes the tick back. */
export interface TickEdit {
  readonly promptId: string
  /** Absent to tick. */
  readonly to?: 'open'
  /** The prompt as it was carried out: another text is another prompt. */
  readonly text: string
}

/** The handbook, PRODUCT.md, and DESIGN.md, which may be missing. */
export interface HandbookDocuments {
  readonly handbook: Handbook
  readonly product: RuleDocument
  readonly design: RuleDocument | null
}
