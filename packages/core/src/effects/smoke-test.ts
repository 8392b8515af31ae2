/** Owns the effect that starts the product and asks for its addresses. */

import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommitHash, LaneName } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'

/** Starts the product in the lane, asks for its addresses and stops it. Repeated, it is tested again. */
export interface SmokeTest extends Ask<'SmokeTest', SmokeTested | CommandFailed> {
  readonly lane: LaneName
  readonly commit: CommitHash
  /** Null if it runs already. Without addresses its exit code is the result, within the time. */
  readonly startup: { readonly run: string; readonly waitMs: number } | null
  readonly urls: readonly SmokeUrl[]
}

export interface SmokeUrl {
  readonly url: string
  readonly expectStatus: number
  readonly expectText: string | null
}

export interface SmokeTested extends OutcomeBase {
  readonly type: 'SmokeTested'
  readonly passed: boolean
  /** What was expected and what came, one sentence each; empty if it passed. */
  readonly failures: readonly string[]
  readonly outputTail: string
}
