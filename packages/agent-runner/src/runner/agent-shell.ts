/** What the commands of an agent can do on this machine, as its provider runs them. */

export interface AgentShell {
  /** `cell`: the harness's sandbox. `own`: the provider's. */
  readonly heldBy: 'cell' | 'own' | 'nothing'
  readonly runsCommands: boolean
  readonly hasTemporaryFiles: boolean
  /** Programs can listen on the loopback and connect to it. */
  readonly hasLoopback: boolean
  /** Processes that a command leaves end with it, before the turn does. */
  readonly endsWithCommand: boolean
  /** Why something of this is missing here; null if nothing is. */
  readonly missing: string | null
}

/** A shell that lacks nothing. */
export const wholeShell = (heldBy: AgentShell['heldBy'], endsWithCommand: boolean): AgentShell => ({
  heldBy,
  runsCommands: true,
  hasTemporaryFiles: true,
  hasLoopback: true,
  endsWithCommand,
  missing: null,
})

/** The agent reads files with other tools, if it has some. */
export const noShell = (missing: string): AgentShell => ({
  heldBy: 'nothing',
  runsCommands: false,
  hasTemporaryFiles: false,
  hasLoopback: false,
  endsWithCommand: false,
  missing,
})
