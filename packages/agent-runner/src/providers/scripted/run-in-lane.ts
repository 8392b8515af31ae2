/** How a scripted agent runs a command. Processes are the shell's business, so the shell brings the means. */
import type { AgentMode } from '@harness/core/kernel/agent'

export interface LaneCommand {
  /** A line for /bin/sh. */
  readonly line: string
  readonly cwd: string
  /** A reviewer may not write the lane. */
  readonly mode: AgentMode
  /** The whole environment of the command. */
  readonly env: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  onOutput(text: string): void
}

/**
 * Resolves when the command and everything it started is gone, whether it ended by itself or was aborted; with null
 * if it succeeded, else with what went wrong.
 */
export type RunInLane = (command: LaneCommand) => Promise<string | null>
