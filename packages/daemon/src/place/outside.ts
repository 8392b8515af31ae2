/** The port of a daemon: all that it asks of the program that starts it. */
import type { UserError } from '@harness/core/kernel/user-error'
import type { AfterMergeHook } from '@harness/core/playbooks/daemon/effects'
import type { DaemonSettings } from '@harness/core/playbooks/daemon/settings'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import type { Notices } from '@harness/shell/effects/people/notices/notices'
import type { Rest } from '@harness/shell/engine/loop/run-loop'
import type { Clock } from '@harness/shell/machine/clock/clock'
import type { PlanFolders } from '@harness/shell/playbooks/delivery/plan-folder'

export interface DaemonOutside {
  readonly repoRoot: string
  readonly stateDir: string
  readonly clock: Clock
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly version: string
  /** Reads the config as it is now. Throws a UserError if it is wrong, or if the operator does not trust it. */
  open(): Promise<OpenedRepository>
  /**
   * Carries out a command of the program in this process, without a person at a terminal. `onRun` hears the name of the
   * run, before that records anything.
   */
  command(args: readonly string[], signal: AbortSignal, onRun?: (name: string) => void): Promise<CommandEnd>
  /** Tells a person who does not watch. Runs that are carried out here tell of their gates by it. */
  readonly notices: Notices
  /** Null if the operator may queue the command. */
  refuseQueued(args: readonly string[]): UserError | null
}

export interface OpenedRepository {
  readonly folders: PlanFolders
  readonly config: HarnessConfig
  readonly settings: DaemonSettings
  /** Differs if the config differs. */
  readonly revision: string
  /** Takes the values of known secrets out of a text. */
  redact(text: string): string
}

export type CommandEnd =
  /** A run started or was resumed, and rests. */
  | {
      readonly type: 'rested'
      readonly subject: string
      readonly runId: string
      readonly rest: Rest
      readonly exitCode: number
    }
  | { readonly type: 'refused'; readonly error: UserError }
  /** It drove no run. */
  | { readonly type: 'answered'; readonly exitCode: number; readonly told: string }

/** A hook of a merge as a command of the program; null if the program has no such command. */
export type HookCommand = (hook: AfterMergeHook) => readonly string[] | null
