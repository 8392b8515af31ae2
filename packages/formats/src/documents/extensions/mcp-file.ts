/** Reads `.mcp.json`, in which a repository describes its tool servers. */
import { isObject } from '../../text/is-object.ts'
import { jsonObjectIn } from '../../text/json-value.ts'

/** A server as the file has it; variables stand in it as `${NAME}` or `${NAME:-default}`. */
export interface DescribedServer {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The server, or what is wrong with it. Null if the file has no such server. */
export function serverIn(text: string, name: string): DescribedServer | string | null {
  const servers = jsonObjectIn(text)?.mcpServers
  if (!isObject(servers)) return 'expected an object with the field mcpServers'
  const server = Object.hasOwn(servers, name) ? servers[name] : undefined
  if (server === undefined) return null
  if (!isObject(server)) return `mcpServers.${name}: expected an object`
  const { command, args = [], env = {} } = server
  if (typeof command !== 'string' || command.trim() === '')
    return `mcpServers.${name}.command: expected a program; servers with a url are not supported`
  if (!Array.isArray(args) || !args.every(isText)) return `mcpServers.${name}.args: expected a list of texts`
  if (!isObject(env) || !Object.entries(env).every(([key, value]) => isVariable.test(key) && isText(value)))
    return `mcpServers.${name}.env: expected variables with texts`
  return { command, args, env: env as Readonly<Record<string, string>> }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isVariable = /^[A-Za-z_]\w*$/

/** Puts in the variables that an agent has. One that it does not have and that has no default is empty. */
export function withVariables(
  { command, args, env }: DescribedServer,
  known: Readonly<Record<string, string>>,
): DescribedServer {
  const fill = (text: string): string =>
    text.replace(
      /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g,
      (_, name: string, other?: string) => known[name] ?? other ?? '',
    )
  return {
    command: fill(command),
    args: args.map(fill),
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)])),
  }
}
