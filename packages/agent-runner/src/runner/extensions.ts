/**
 * What an agent is given beside the tools of its mode: skills, slash commands and tool servers (MCP) that the operator
 * trusts by name. The shell finds them and keeps copies; a provider hands them to its agent.
 */
import { agentHome, agentShell, serverVariables } from './confine.ts'

export interface AgentExtensions {
  /** Has the form of a Claude plugin: `skills/<name>/SKILL.md` and `commands/<name>.md`. */
  readonly folder: string
  /** The path at which the agent sees the folder. */
  readonly seenAt: string
  readonly skills: readonly string[]
  readonly commands: readonly string[]
  readonly servers: Readonly<Record<string, ToolServer>>
}

/** Speaks the Model Context Protocol: a program on its standard input and output, or an address. */
export type ToolServer = ServerProgram | ServerAddress

export interface ServerProgram {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export interface ServerAddress {
  readonly type: 'http' | 'sse'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** The name of the plugin that the folder is. */
export const pluginName = 'trusted'

export const hasAddress = (server: ToolServer): server is ServerAddress => 'url' in server

type Servers = Pick<AgentExtensions, 'servers'> | undefined

const programsOf = (extensions: Servers): readonly (readonly [name: string, program: ServerProgram])[] =>
  Object.entries(extensions?.servers ?? {}).flatMap(([name, server]) =>
    hasAddress(server) ? [] : [[name, server] as const],
  )

const fileOf = (name: string): string => `server-${name}.sh`

/**
 * Scripts in the program's home that start its servers as the agent's shell runs commands: with the same network, and
 * without the log-in. The values of variables are here, because every process of the cell can read arguments.
 */
export const serverScripts = (extensions: Servers): Readonly<Record<string, string>> =>
  Object.fromEntries(programsOf(extensions).map(([name, program]) => [fileOf(name), scriptOf(program)]))

function scriptOf({ command, args, env }: ServerProgram): string {
  const variables = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}`)
  const inShell = `eval "$${serverVariables}"; unset ${serverVariables}; exec "$@"`
  const line = [agentShell, '-c', inShell, 'server', command, ...args].map(quoted).join(' ')
  return `export ${serverVariables}=${quoted(variables.join('\n'))}\nexec ${line}\n`
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** Starts the script of a server. `shell` is one that sees the program's home. */
export const serverInCell = (name: string, shell = '/bin/sh'): ServerProgram => ({
  command: shell,
  args: [`${agentHome}/${fileOf(name)}`],
  env: {},
})

/**
 * Values of servers by variables that only the program gets, because every process can read arguments: headers of
 * addresses, and variables of programs that no script of a cell starts.
 */
export const serverValues = (extensions: Servers, confined: boolean): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(extensions?.servers ?? {}).flatMap(([name, server]) =>
      Object.entries(hasAddress(server) ? server.headers : confined ? {} : server.env).map(([of, value]) => [
        valueVariable(name, of),
        value,
      ]),
    ),
  )

export const valueVariable = (server: string, of: string): string =>
  `HARNESS_VALUE_${`${server}_${of}`.replaceAll(/\W/g, '_').toUpperCase()}`
