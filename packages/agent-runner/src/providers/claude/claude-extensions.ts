/** How Claude gets trusted skills, commands and tool servers: a plugin with exactly these, and servers of its own list. */
import {
  hasAddress,
  pluginName,
  serverInCell,
  type ToolServer,
  valueVariable,
} from '../../runner/extensions.ts'
import type { AgentRequest } from '../../runner/provider.ts'
import type { ClaudeShell } from './claude-options.ts'

export interface ClaudeExtensions {
  /** Tools of the program that they need. */
  readonly tools: readonly string[]
  /** Tools that the agent may use without a question. */
  readonly allowed: readonly string[]
  /** Folders that commands of its shell may name. */
  readonly folders: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
}

const none: ClaudeExtensions = { tools: [], allowed: [], folders: [], options: {} }

/** An agent without tools gets none of them. */
export function claudeExtensions(
  { mode, extensions }: Pick<AgentRequest, 'mode' | 'extensions'>,
  secretNames: readonly string[],
  shell: ClaudeShell,
): ClaudeExtensions {
  if (extensions === undefined || mode === 'complete') return none
  const { seenAt, skills, commands, servers } = extensions
  const named = [...skills, ...commands].map((name) => `${pluginName}:${name}`)
  const tools = named.length === 0 ? [] : ['Skill']
  return {
    tools,
    allowed: [...tools, ...Object.keys(servers).map((name) => `mcp__${name}`)],
    folders: named.length === 0 ? [] : [seenAt],
    options: {
      ...(named.length === 0
        ? {}
        : { plugins: [{ type: 'local', path: seenAt, skipMcpDiscovery: true }], skills: named }),
      mcpServers: Object.fromEntries(
        Object.entries(servers).map(([name, server]) => [
          name,
          // The first question to the model names the tools, so the program waits for the server.
          { ...claudeServer(name, server, secretNames, shell), alwaysLoad: true },
        ]),
      ),
    },
  }
}

/** `${NAME}` in it stands for a variable of the program. So the texts of a server may name none. */
function claudeServer(
  name: string,
  server: ToolServer,
  secretNames: readonly string[],
  shell: ClaudeShell,
): object {
  if (hasAddress(server)) {
    const { type, url, headers } = server
    return { type, url: inert(url), headers: named(name, headers) }
  }
  if (shell === 'cell') return serverInCell(name)
  const { command, args, env } = server
  const kept = secretNames.filter((secret) => !Object.hasOwn(env, secret))
  return {
    command: 'env',
    args: [...kept.flatMap((secret) => ['-u', secret]), inert(command), ...args.map(inert)],
    env: named(name, env),
  }
}

const inert = (text: string): string => text.replaceAll('${', '')

const named = (server: string, values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(values).map((of) => [of, `\${${valueVariable(server, of)}}`]))
