/**
 * How the program of an agent is confined. Sandboxes are the shell's business, so the shell brings the means.
 *
 * Contract: the program sees its lane, its installation, a home of its own and the machine's toolchains. It may write
 * its lane in `exec` mode only. It reaches its model API and no other host. All of its processes end with it.
 */
import type { AgentMode } from '@harness/core/kernel/agent'

/** In the cell: the folder for the program's settings, log-ins and sessions. */
export const agentHome = '/agent'

/** In the cell: acts like bash, and has no network, no log-in and no variable that is for the program alone. */
export const agentShell = '/agent-shell/bash'

/** In the cell of a program that `holdsShells`: the real `sh`, under a name by which bash too acts like one. */
export const realSh = '/system-shell/sh'

/** In the cell: the variable with which the agent's shell gets those of a tool server that it starts. */
export const serverVariables = 'HARNESS_SERVER_VARIABLES'

/** In the cell: the skills and commands that the operator trusts, read-only. */
export const agentExtensions = '/agent-extensions'

/** A program as its provider would start it without a sandbox. */
export interface AgentProgram {
  readonly provider: string
  readonly file: string
  /** The launcher adds its own arguments behind these. */
  readonly args: readonly string[]
  /** The complete environment. */
  readonly env: Readonly<Record<string, string>>
  /** Variables that are for the program alone; its shell does not get them. */
  readonly secrets: readonly string[]
  /** The lane. */
  readonly cwd: string
  readonly mode: AgentMode
  /** Files and folders that the program reads outside of its lane: its installation, pictures. */
  readonly read: readonly string[]
  /** A folder that the cell shows as `agentExtensions`; absent if there is none. */
  readonly extensions?: string
  /** It starts shells by their paths, so the cell has the agent's shell there; absent if it starts `agentShell`. */
  readonly holdsShells?: boolean
  /** What it must reach: `name` or `name:port`. */
  readonly hosts: readonly string[]
  readonly home: AgentHome
}

/** What is in the program's home. Each turn has a home of its own; only what is named here outlives the turn. */
export interface AgentHome {
  /** Folders that all turns of a run share, because later turns resume sessions. */
  readonly kept: readonly string[]
  /** Folders that the agent's shell sees too. It sees nothing else of the home. */
  readonly shown: readonly string[]
  /**
   * The operator's log-in files, by their names in the home. The program works on a copy. If the program changes its
   * copy, the file is replaced with it, unless the file changed meanwhile.
   */
  readonly logins: Readonly<Record<string, string>>
  /** Texts that the harness writes there. */
  readonly files: Readonly<Record<string, string>>
}

export const withFiles = (home: AgentHome, files: AgentHome['files']): AgentHome => ({
  ...home,
  files: { ...home.files, ...files },
})

/** Start the launcher, and call `release` after the program has ended. */
export interface ConfinedAgent {
  /** An executable file that starts the program in its cell. */
  readonly launcher: string
  /** The complete environment of the launcher. */
  readonly env: Record<string, string>
  /** The path of a folder of `kept` on this machine. */
  keptAt(name: string): string
  /** Hosts that the program wanted to reach and could not. */
  refused(): readonly string[]
  release(): Promise<void>
}

export interface AgentSandbox {
  /** Whether the shell may use the proxy of its program, because the operator lets agents reach package registries. */
  readonly shellHasProxy: boolean
  /** What the shell package fails with, a full disk for example, is thrown. */
  confine(program: AgentProgram): Promise<ConfinedAgent>
}

/** The variables that name the proxy of a cell. */
export const proxyNames = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
])
