/**
 * What an agent is given beside the tools of its mode: skills, slash commands and tool servers (MCP) that the operator
 * trusts by name. The shell finds them and keeps copies; a provider hands them to its agent.
 */
import { agentShell } from './confine.ts'

export interface AgentExtensions {
  /** Has the form of a Claude plugin: `skills/<name>/SKILL.md` and `commands/<name>.md`. */
  readonly folder: string
  /** Where the agent sees the folder. */
  readonly seenAt: string
  readonly skills: readonly string[]
  readonly commands: readonly string[]
  readonly servers: Readonly<Record<string, ToolServer>>
}

/** A program that speaks the Model Context Protocol on its standard input and output. */
export interface ToolServer {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The name of the plugin that the folder is. */
export const pluginName = 'trusted'

/** Runs the server as the agent's shell runs commands: with the same network, and without the log-in. */
export const serverInCell = (server: ToolServer): ToolServer => ({
  command: agentShell,
  args: ['-c', 'exec env "$@"', 'env', ...commandLine(server)],
  env: {},
})

/** Keeps the variables of the log-in from a server that no cell holds. */
export const serverWithout = (server: ToolServer, secrets: readonly string[]): ToolServer => ({
  command: 'env',
  args: [...secrets.flatMap((name) => ['-u', name]), ...commandLine(server)],
  env: {},
})

const commandLine = ({ command, args, env }: ToolServer): readonly string[] => [
  ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  command,
  ...args,
]
