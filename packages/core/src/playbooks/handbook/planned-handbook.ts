/** Owns a handbook as a planner proposes it, before it is printed. */
import type { HandbookPrompt } from './handbook-document.ts'

export interface PlannedHandbook {
  /** One sentence each. */
  readonly determinismNotes: readonly string[]
  readonly phases: readonly PlannedPhase[]
}

export interface PlannedPhase {
  readonly number: number
  readonly title: string
  readonly preamble: string
  readonly prompts: readonly PlannedPrompt[]
  readonly close: { readonly commands: readonly string[]; readonly prompt: string | null } | null
}

export interface PlannedPrompt
  extends Pick<HandbookPrompt, 'id' | 'title' | 'text' | 'expectedSignal' | 'pairedWith' | 'dependsOn'> {
  readonly verb: string
  readonly paths: readonly string[]
  readonly symbols: readonly string[]
  readonly productRules: readonly string[]
  readonly designRules: readonly string[]
  /** Null if unknown. */
  readonly loc: number | null
  readonly locFloor: number
  readonly files: number | null
  readonly filesFloor: number
  readonly confidence: 'high' | 'medium' | 'low' | 'unbounded'
  readonly success: string
  readonly failureModes: string
}

/** Writes a planned handbook with its skeleton. */
export interface PlanEdit {
  readonly plan: PlannedHandbook
  /** Whether other files in their place may be replaced. */
  readonly replace: boolean
}
