/** Reads the files in which repositories and users describe their tool servers: `.mcp.json`, `.claude.json`, Codex's config. */
import { isObject } from '../../text/is-object.ts'
import { jsonObjectIn } from '../../text/json-value.ts'
import { type DescribedServer, describedServer } from './tool-server.ts'

/** The server, or what is wrong with it. Null if there is no such server. */
export type ServerFound = DescribedServer | string | null

/** In `.mcp.json` of a repository. */
export function serverIn(text: string, name: string): ServerFound {
  const servers = jsonObjectIn(text)?.mcpServers
  if (!isObject(servers)) return 'expected an object with the field mcpServers'
  return named(servers, name, (fields) => describedServer(fields, `mcpServers.${name}`))
}

/** In `.claude.json` of a user. It holds much else. */
export function userServerIn(text: string, name: string): ServerFound {
  const file = jsonObjectIn(text)
  if (file === null) return 'it is not JSON'
  return isObject(file.mcpServers)
    ? named(file.mcpServers, name, (fields) => describedServer(fields, `mcpServers.${name}`))
    : null
}

/** In the table `mcp_servers` of Codex's config. */
export const codexServerIn = (servers: unknown, name: string): ServerFound =>
  isObject(servers)
    ? named(servers, name, (fields) => describedServer(inCommonWords(fields), `mcp_servers.${name}`))
    : null

const named = (
  servers: Readonly<Record<string, unknown>>,
  name: string,
  read: (fields: unknown) => DescribedServer | string,
): ServerFound => (Object.hasOwn(servers, name) ? read(servers[name]) : null)

/** Codex names variables that it passes on; they are given if the agent has them. */
function inCommonWords(fields: unknown): unknown {
  if (!isObject(fields)) return fields
  const { env_vars, http_headers, env_http_headers, bearer_token_env_var, env, ...rest } = fields
  const passed = Array.isArray(env_vars) ? env_vars.map((name) => [String(name), variable(name)]) : []
  const fromEnv = isObject(env_http_headers)
    ? Object.entries(env_http_headers).map(([header, name]) => [header, variable(name)])
    : []
  const bearer =
    bearer_token_env_var === undefined ? {} : { Authorization: `Bearer ${variable(bearer_token_env_var)}` }
  const isAddress = rest.url !== undefined
  return {
    ...rest,
    ...(isAddress
      ? { headers: { ...Object(http_headers), ...Object.fromEntries(fromEnv), ...bearer } }
      : { env: { ...Object.fromEntries(passed), ...Object(env) } }),
  }
}

const variable = (name: unknown): string => `\${${String(name)}}`
