/** Owns what is known of a handbook beyond one run. Names are ours; how the sidecar spells them is formats'. */

import type { Evidence } from '../../kernel/evidence.ts'
import type { Finding } from '../../kernel/finding.ts'
import type { Overrun } from './budgets.ts'
import type { PromptBudget } from './handbook-document.ts'

/** What outlives a run: the sidecar holds it, and the next run of the same handbook adopts it. */
export interface KnownSoFar {
  readonly iteration: IterationState
  readonly predicted: Prediction | null
  readonly records: readonly PromptRecord[]
  readonly overruns: readonly Overrun[]
  /** The files that each completed prompt has changed, in the order of their merges. */
  readonly changes: readonly RecordedChange[]
  /** What the close of each phase has shown, as last passed. */
  readonly closes: readonly CloseRecord[]
  /** What the critiques of Phase 1 found. */
  readonly punchList: readonly Issue[]
  /** What critiques and audits said, by anchor path. */
  readonly critiques: Readonly<Record<string, readonly string[]>>
  /** Approved briefs, by the id of the shape. */
  readonly briefs: Readonly<Record<string, string>>
  /** Of critics and closers, which have no record of their own. */
  readonly violations: readonly (Violation & { readonly by: string })[]
}

export interface Issue extends Finding {
  /** Whose finding it is; absent if another tool does not say. */
  readonly promptId?: string
}

export interface RecordedChange {
  readonly promptId: string
  readonly at: number
  readonly files: readonly string[]
}

export interface CloseRecord {
  readonly phase: number
  readonly closedAt: number
  readonly evidence: readonly Evidence[]
}

export type Outcome = 'pass' | 'fail' | 'empty' | 'skip'

export type TerminationReason =
  | 'all_done'
  | 'max_iterations'
  | 'timeout'
  | 'verification_failed'
  | 'self_critique_exhausted'

export interface IterationState {
  readonly iteration: number
  readonly maxIterations: number
  readonly timeoutMinutes: number
  readonly startedAt: number
  readonly lastStepAt: number
  readonly lastOutcome: Outcome | null
  readonly status: 'running' | 'halted' | 'done'
  readonly terminationReason: TerminationReason | null
}

/** What is expected to be dispatched next; diagnostic only. */
export interface Prediction {
  readonly promptId: string
  readonly verb: string | null
  readonly rationale: string
}

export interface PromptRecord {
  readonly promptId: string
  readonly startedAt: number
  readonly completedAt: number
  readonly summary: string
  readonly evidence: readonly Evidence[]
  readonly worktree: string | null
  readonly emptyResult: boolean
  readonly overrun: boolean
  readonly actualLoc: number | null
  readonly actualFiles: number | null
  readonly anchorPath: string | null
  /** Its expected size: null if it has none, absent if the record does not say. */
  readonly expected?: PromptBudget | null
  /** Absent if the record does not say. */
  readonly outOfScopeFiles?: readonly string[]
  /** Its answer was to list findings and is prose; the summary has all of it. */
  readonly findingsUnparsed?: true
  /** Files that it changed although it must only read, and the patches of them; null if it did not. */
  readonly violation: Violation | null
}

export interface Violation {
  readonly files: readonly string[]
  readonly patch: string
}
