/** How Codex starts trusted tool servers. It gives them few variables by itself, and none of its log-in. */
import { serverInCell } from '../../runner/extensions.ts'
import type { AgentRequest } from '../../runner/provider.ts'

/** An agent without tools gets none. */
export const codexServers = (
  { mode, cwd, extensions }: Pick<AgentRequest, 'mode' | 'cwd' | 'extensions'>,
  confined: boolean,
): Readonly<Record<string, unknown>> =>
  mode === 'complete'
    ? {}
    : Object.fromEntries(
        Object.entries(extensions?.servers ?? {}).map(([name, server]) => [
          name,
          { ...(confined ? serverInCell(server) : server), cwd, enabled: true },
        ]),
      )
