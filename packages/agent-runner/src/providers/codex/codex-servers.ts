/** How Codex gets trusted tool servers. It gives them few variables by itself, and none of its log-in. */
import {
  hasAddress,
  type ServerProgram,
  serverInCell,
  type ToolServer,
  valueVariable,
} from '../../runner/extensions.ts'
import type { AgentRequest } from '../../runner/provider.ts'

/**
 * An agent without tools gets none. `others` are servers that Codex knows besides, switched off: Codex would mix one of
 * the same name with them, its variables included.
 */
export const codexServers = (
  { mode, cwd, extensions }: Pick<AgentRequest, 'mode' | 'cwd' | 'extensions'>,
  confined: boolean,
  others: readonly string[],
): Readonly<Record<string, unknown>> =>
  mode === 'complete'
    ? {}
    : Object.fromEntries(
        Object.entries(extensions?.servers ?? {}).map(([name, server]) => [
          others.includes(name) ? `trusted-${name}` : name,
          { ...codexServer(name, server, cwd, confined), enabled: true },
        ]),
      )

function codexServer(name: string, server: ToolServer, cwd: string, confined: boolean): object {
  if (!hasAddress(server)) return { ...(confined ? serverInCell(name) : withValues(name, server)), cwd }
  const variables = Object.keys(server.headers).map((header) => [header, valueVariable(name, header)])
  return {
    url: server.url,
    ...(variables.length === 0 ? {} : { env_http_headers: Object.fromEntries(variables) }),
  }
}

/** Codex passes variables on by their names. A shell gives them those that the server knows. */
function withValues(name: string, { command, args, env }: ServerProgram): object {
  const names = Object.keys(env).map((own) => [own, valueVariable(name, own)] as const)
  if (names.length === 0) return { command, args }
  const lines = names.map(([own, given]) => `export ${own}="$${given}"; unset ${given};`)
  return {
    command: 'sh',
    args: ['-c', `${lines.join(' ')} exec "$@"`, 'server', command, ...args],
    env_vars: names.map(([, given]) => given),
  }
}
