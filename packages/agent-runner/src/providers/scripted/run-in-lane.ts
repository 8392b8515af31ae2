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

export interface LaneCommandEnded {
  /** Null if it was ended from outside or never started. */
  readonly exitCode: number | null
  /** What went wrong; null if it succeeded. */
  readonly problem: string | null
}

/** Resolves when the command and everything it started is gone, whether it ended by itself or was aborted. */
export type RunInLane = (command: LaneCommand) => Promise<LaneCommandEnded>
