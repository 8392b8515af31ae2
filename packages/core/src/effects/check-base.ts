/** Owns the effect that runs the checks on the untouched base. */

import type { Check } from '../kernel/check.ts'
import type { AnyEvent, Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { Evidence } from '../kernel/evidence.ts'
import type { CommitHash, LaneName, TreeHash } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'

/** Changes nothing. Checks that are known to pass on exactly this tree do not run again. */
export interface CheckBase extends Ask<'CheckBase', BaseChecked | CommandFailed> {
  /** Stands at `commit`, unless the checks run beside it. */
  readonly lane: LaneName
  readonly commit: CommitHash
  readonly checks: readonly Check[]
  /** In a lane of its own, because an agent works in `lane`; absent if in `lane` itself. */
  readonly beside?: {
    readonly baseBranch: string
    /** Takes the newest commit of the base in place of `commit`. */
    readonly newest: boolean
  }
}

export interface BaseChecked extends OutcomeBase {
  readonly type: 'BaseChecked'
  readonly commit: CommitHash
  readonly tree: TreeHash
  /** Empty if nothing had to run. */
  readonly evidence: readonly Evidence[]
  /** Names of checks that were known to pass on this tree, and did not run. */
  readonly known: readonly string[]
}

export const isBaseChecked = (event: AnyEvent): event is BaseChecked => event.type === 'BaseChecked'
