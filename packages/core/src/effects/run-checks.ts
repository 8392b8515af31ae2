/** Owns the effect that runs checks on a tree. */

import type { Check } from '../kernel/check.ts'
import type { AnyEvent, Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { Evidence } from '../kernel/evidence.ts'
import type { CommitHash, LaneName, TreeHash } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'

export interface RunChecks extends Ask<'RunChecks', ChecksFinished | CommandFailed> {
  readonly lane: LaneName
  readonly commit: CommitHash
  readonly tree: TreeHash
  readonly checks: readonly Check[]
  /** What the change stands on: the number of executed tests is compared with it. Absent if there is no change. */
  readonly baseCommit?: CommitHash
  /** What was shown for this tree before. If all of the checks passed, they are not run again. */
  readonly known?: readonly Evidence[]
  /** Folders whose content is kept with the run afterwards, under that name; absent if nothing is to be kept. */
  readonly artifacts?: { readonly from: readonly string[]; readonly as: string }
}

export interface ChecksFinished extends OutcomeBase {
  readonly type: 'ChecksFinished'
  readonly tree: TreeHash
  readonly evidence: readonly Evidence[]
}

export const isChecksFinished = (event: AnyEvent): event is ChecksFinished => event.type === 'ChecksFinished'
