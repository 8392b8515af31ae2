/** What people are shown of a run's state, whatever its playbook. Each playbook's view makes it. */

import type { BudgetLedger } from '@harness/core/kernel/budget-ledger'
import type { AnyCommand } from '@harness/core/kernel/effect'
import type { CommandId } from '@harness/core/kernel/ids'
import type { AnyEffects } from '@harness/shell/effects/effect'
import type { ProgressSight } from '@harness/shell/effects/progress-line'

export interface RunSight extends ProgressSight {
  /** The records of its commands. */
  readonly effects: AnyEffects
  readonly subject: string
  readonly runId: string
  /** What the run is about: `0001 Greet by name`. */
  readonly about: string
  /** Where it stands, in a word. */
  readonly phase: string
  /** What begins now that a step has ended; null where the run waits, stops, is over, or does several things at once. */
  readonly follows: string | null
  /** What comes after that; null where nobody can say. */
  readonly next: string | null
  readonly sleep: { readonly until: number; readonly why: string } | null
  readonly warnings: readonly string[]
  /** The column they are told in; absent where they are about the budget. */
  readonly warningsIn?: string
  readonly spent: BudgetLedger
  /** What is wanted in flight now. */
  wanted(): readonly AnyCommand[]
  /** What of the run a command is about, where that is not the whole: `F-001`; absent where it always is. */
  partOf?(command: CommandId): string | null
}
