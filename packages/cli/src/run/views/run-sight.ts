/** What people are shown of a run's state, whatever its playbook. Each playbook's view makes it. */

import type { BudgetLedger } from '@harness/core/kernel/budget-ledger'
import type { CommandId } from '@harness/core/kernel/ids'
import type { AgentFinished, Command } from '@harness/core/playbooks/every-effect'

export interface ClaimVerdict {
  readonly claim: string
  readonly status: string
  readonly evidence: string
}

export interface RunSight {
  readonly subject: string
  readonly runId: string
  /** What the run is about: `0001 Greet by name`. */
  readonly about: string
  /** Its state, in a word. */
  readonly phase: string
  /** What its work is merged into. */
  readonly baseBranch: string
  /** What begins now that a step has ended; null if the run waits, stops, is over, or does several things at once. */
  readonly follows: string | null
  /** What comes after that; null if unknown. */
  readonly next: string | null
  readonly sleep: { readonly until: number; readonly why: string } | null
  readonly warnings: readonly string[]
  /** The column they are told in; absent if they are about the budget. */
  readonly warningsIn?: string
  readonly spent: BudgetLedger
  /** What is wanted in flight now. */
  wanted(): readonly Command[]
  /** What is said of a command that begins, beside what it is; null if nothing is. */
  aside(command: Command): string | null
  /** What of the run a command is about, if that is not the whole: `F-001`; absent if it always is. */
  partOf?(command: CommandId): string | null
  /** What the run makes of an answer about claims; null if the answer speaks for itself. */
  verdictsOn?(event: AgentFinished): readonly ClaimVerdict[] | null
  /** Whether a role only reads: that it changed nothing is then not worth a word. */
  readsOnly?(role: string): boolean
}
