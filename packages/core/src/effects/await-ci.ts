/** Owns the effect that waits for the checks of the forge. */

import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommitHash } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'
import type { ForgeFailed } from './forge-failed.ts'
import type { LaneMerged } from './merge-lane.ts'
import type { PullClosed } from './open-pull.ts'

/** Waits until the forge's own checks of a commit have ended. */
export interface AwaitCi
  extends Ask<'AwaitCi', CiReported | PullClosed | LaneMerged | ForgeFailed | CommandFailed> {
  readonly pull: number
  readonly commit: CommitHash
  /** Milliseconds since the epoch. */
  readonly deadline: number
}

export interface CiReported extends OutcomeBase {
  readonly type: 'CiReported'
  /** `absent`: nothing reports for this commit; `silent`: what should report had not by the deadline. */
  readonly state: 'passed' | 'failed' | 'absent' | 'silent'
  readonly jobs: readonly CiJob[]
}

export interface CiJob {
  readonly name: string
  readonly state: 'passed' | 'failed' | 'pending'
  readonly url: string
  readonly summary: string
  /** What the forge says about lines of files; absent if the job did not fail, or if there is nothing. */
  readonly annotations?: readonly string[]
  /** The file with its log, relative to the folder of the run; absent if there is none. */
  readonly log?: string
  /** Why its annotations or its log could not be read; absent if they could. */
  readonly unread?: string
}
