/** How an ACP agent gets trusted tool servers: in the words of the protocol, over its standard input. */
import type { McpServer } from '@agentclientprotocol/sdk'
import { realSh } from '../../runner/confine.ts'
import { hasAddress, type ServerProgram, serverInCell, type ToolServer } from '../../runner/extensions.ts'
import { findProgram } from '../../runner/program-path.ts'
import type { AgentRequest } from '../../runner/provider.ts'
import type { AcpCapabilities } from './acp-shapes.ts'

type Asked = Pick<AgentRequest, 'mode' | 'env' | 'extensions'>

/** An agent without tools gets none. `secretNames` are variables of the program that no server may have. */
export const acpServers = (
  { mode, env, extensions }: Asked,
  confined: boolean,
  secretNames: readonly string[],
): readonly McpServer[] =>
  mode === 'complete'
    ? []
    : Object.entries(extensions?.servers ?? {}).map(([name, server]) =>
        acpServer(name, server, (program) =>
          confined ? serverInCell(name, realSh) : withoutSecrets(program, env, secretNames),
        ),
      )

function acpServer(
  name: string,
  server: ToolServer,
  started: (program: ServerProgram) => ServerProgram,
): McpServer {
  if (hasAddress(server)) {
    const { type, url, headers } = server
    return { type, name, url, headers: pairsOf(headers) }
  }
  const { command, args, env } = started(server)
  return { name, command, args: [...args], env: pairsOf(env) }
}

const pairsOf = (values: Readonly<Record<string, string>>): { name: string; value: string }[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }))

/** An agent may start a server with its own variables. The protocol wants absolute paths of programs. */
function withoutSecrets(
  { command, args, env: own }: ServerProgram,
  env: AgentRequest['env'],
  secretNames: readonly string[],
): ServerProgram {
  const pathOf = (name: string): string => (/[\\/]/.test(name) ? name : (findProgram(name, env) ?? name))
  const dropped = secretNames.filter((name) => !Object.hasOwn(own, name)).flatMap((name) => ['-u', name])
  return dropped.length === 0
    ? { command: pathOf(command), args, env: own }
    : { command: pathOf('env'), args: [...dropped, pathOf(command), ...args], env: own }
}

interface TakenServers {
  readonly taken: readonly McpServer[]
  /** Says of each other one why the agent works without it. */
  readonly notes: readonly string[]
}

/** Every agent takes programs. It says which servers with a url it takes. */
export function takenServers(
  servers: readonly McpServer[],
  can: AcpCapabilities | null | undefined,
  agentName: string,
): TakenServers {
  const missing = (server: McpServer): string | null =>
    'type' in server && can?.mcpCapabilities?.[server.type as 'http' | 'sse'] !== true ? server.type : null
  return {
    taken: servers.filter((server) => missing(server) === null),
    notes: servers.flatMap((server) => {
      const type = missing(server)
      return type === null
        ? []
        : `${agentName} works without the tool server ${server.name}: it takes no servers with a url of type ${type}`
    }),
  }
}
