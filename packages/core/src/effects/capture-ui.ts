/** Owns the effect that takes pictures of the product. */

import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommitHash, LaneName } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'

/** Starts the product in the lane, takes pictures of it in a browser and stops it. */
export interface CaptureUi extends Ask<'CaptureUi', UiCaptured | UiNotCaptured | CommandFailed> {
  readonly lane: LaneName
  readonly commit: CommitHash
  readonly server: DevServer
  /** Paths below the server's address. */
  readonly routes: readonly string[]
}

export interface DevServer {
  readonly run: string
  readonly url: string
  readonly readyMs: number
}

export interface UiCaptured extends OutcomeBase {
  readonly type: 'UiCaptured'
  readonly screens: readonly Screen[]
}

/** A picture of the product. */
export interface Screen {
  readonly route: string
  /** `1440x1000`. */
  readonly viewport: string
  /** Of the run. An event names it relative to the repository. */
  readonly file: string
  /** What the browser complained about while it was taken. */
  readonly complaints: readonly string[]
}

export interface UiNotCaptured extends OutcomeBase {
  readonly type: 'UiNotCaptured'
  /** Only `no-browser` says nothing about the change. */
  readonly reason: 'no-browser' | 'port-taken' | 'command-missing' | 'not-ready' | 'died' | 'page-failed'
  readonly detail: string
  readonly next: string
}
