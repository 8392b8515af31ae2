/** What the operator says about an agent that speaks the Agent Client Protocol: how it is started, and what it needs. */
import type { AgentMode } from './agent.ts'

export interface AcpAgent {
  /** A program on PATH, an absolute path, or one below `~/`; and its arguments. */
  readonly command: readonly [program: string, ...args: string[]]
  /** Names of variables that the program gets beside those of every agent, such as its key. */
  readonly env: readonly string[]
  /** What it must reach in its cell: `name` or `name:port`. */
  readonly hosts: readonly string[]
  /** Its log-in and its settings: files below the home directory, such as `~/.codex/auth.json`. */
  readonly files: readonly string[]
  /** Folders below the home directory in which it keeps sessions; a cell keeps these between the turns of a run. */
  readonly sessions: readonly string[]
  /** The method to log in with if it asks for one; null if it is logged in already. */
  readonly auth: string | null
  /** The session mode to choose, by what the agent is asked to do. */
  readonly modes: Readonly<Partial<Record<AgentMode, string>>>
}
