/** How Codex gets trusted tool servers. It gives them few variables by itself, and none of its log-in. */
import { hasAddress, headerVariable, serverInCell, type ToolServer } from '../../runner/extensions.ts'
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
  if (!hasAddress(server)) return { ...(confined ? serverInCell(name) : server), cwd }
  const variables = Object.keys(server.headers).map((header) => [header, headerVariable(name, header)])
  return {
    url: server.url,
    ...(variables.length === 0 ? {} : { env_http_headers: Object.fromEntries(variables) }),
  }
}
