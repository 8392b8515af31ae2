/** Owns the words in which the shell asks for a program to be run and hears how it ended. */

import type { KeptBytes } from './bounded-file.ts'
import type { TextStage } from './text-stage.ts'

export interface ProcessLimits {
  /** The longest the program may take. */
  readonly wallMs: number
  /** The longest it may stay without printing anything; absent if silence is fine. */
  readonly idleMs?: number
  /** The most it may print, both streams together. */
  readonly outputBytes: number
  /** How long it may take to end after SIGTERM before SIGKILL follows. */
  readonly graceMs?: number
}

export interface ProcessSpec {
  readonly file: string
  readonly args: readonly string[]
  /** On Windows: pass the arguments on as they are written, because the program has its own rules for quotes. */
  readonly verbatimArguments?: boolean
  readonly cwd: string
  /** The complete environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  readonly stdin?: string | Uint8Array
  readonly limits: ProcessLimits
  /** Path of a new file that gets the combined output, at most `outputBytes` of it. */
  readonly spool?: string
  /** If the output may be too long to keep: how much of its beginning and end is kept. */
  readonly spoolKeeps?: KeptBytes
  /** What that output passes through before it is written there. */
  readonly spoolStage?: TextStage
  /** How much of the end of the output to keep; 16 KiB unless said. */
  readonly tailBytes?: number
  /** An open file that gets standard output as it is: none of it is counted, captured or limited here. */
  readonly stdoutFd?: number
  /** Keep the whole of both streams in memory, at most `outputBytes`. */
  readonly capture?: boolean
  readonly signal?: AbortSignal
  onOutput?(chunk: Uint8Array): void
  /** What the environment tag begins with: `endOrphans` finds by it what a killed harness left running. */
  readonly tag?: string
  /**
   * `all` also looks for descendants that left the process group, which costs a look at the process table;
   * `group` is for programs that are known not to leave any; `confined` for a sandbox, whose processes end with it.
   */
  readonly descendants?: 'all' | 'group' | 'confined'
  /** Open files of this process that the program would inherit: it gets /dev/null in their place. */
  readonly sealed?: readonly number[]
}

/** Only `exited` is an end of the program's own; all others were brought about from here. */
export type ProcessEnd = 'exited' | 'wall' | 'idle' | 'output' | 'aborted' | 'unstartable'

export interface ProcessResult {
  readonly ended: ProcessEnd
  /** Null unless the program came to an exit code by itself. */
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  /** Why there is no exit code to trust; null if there is one. */
  readonly problem: string | null
  /** Empty unless captured. */
  readonly stdout: Buffer
  readonly stderr: Buffer
  /** The end of the combined output as it came: untrusted, to be sanitised before it is shown. */
  readonly tail: string
  /** SHA-256 of the combined output as it came, in hex. */
  readonly outputDigest: string
  readonly outputBytes: number
  readonly durationMs: number
}
