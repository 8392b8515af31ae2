/** Owns the effect that closes a lane. */

import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { LaneName } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'

/** Removes only what is proven merged; keeps anything else. */
export interface CloseLane extends Ask<'CloseLane', LaneClosed | CommandFailed> {
  readonly lane: LaneName
  readonly branch: string
  readonly baseBranch: string
  /** The branch stays, and it keeps the work: only the lane goes. */
  readonly keepsBranch?: true
}

export interface LaneClosed extends OutcomeBase {
  readonly type: 'LaneClosed'
  /** Why the lane or its branch was kept; null if what was to go is gone. */
  readonly kept: string | null
  /** The branch was to stay; absent if it is gone too. */
  readonly keepsBranch?: true
}
