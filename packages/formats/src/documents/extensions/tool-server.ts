/** A tool server (MCP) as a file describes it: a program, or an address. Reads its fields, and shows it without its values. */
import { isObject } from '../../text/is-object.ts'

/** Variables stand in its texts as `${NAME}` or `${NAME:-default}`. */
export type DescribedServer = DescribedProgram | DescribedAddress

export interface DescribedProgram {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export interface DescribedAddress {
  readonly type: 'http' | 'sse'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export const hasAddress = (server: DescribedServer): server is DescribedAddress => 'url' in server

/** Settings that a server would lose here. Without them it could do more, or something else. */
const unsupported = ['cwd', 'headersHelper', 'enabled_tools', 'disabled_tools', 'oauth', 'scopes'] as const

/** `fields` has the names of `.mcp.json` and `.claude.json`. A text says what is wrong; `at` is the place of the server. */
export function describedServer(fields: unknown, at: string): DescribedServer | string {
  if (!isObject(fields)) return `${at}: expected an object`
  const lost = unsupported.find((name) => fields[name] !== undefined)
  if (lost !== undefined) return `${at}.${lost} is not supported`
  return fields.url === undefined ? programIn(fields, at) : addressIn(fields, at)
}

function programIn(fields: Readonly<Record<string, unknown>>, at: string): DescribedServer | string {
  const { command, args = [], env = {} } = fields
  if (typeof command !== 'string' || command.trim() === '')
    return `${at}.command: expected a program, or a url in its place`
  if (!Array.isArray(args) || !args.every(isText)) return `${at}.args: expected a list of texts`
  if (!isTexts(env, isVariable)) return `${at}.env: expected variables with texts`
  return { command, args, env }
}

function addressIn(fields: Readonly<Record<string, unknown>>, at: string): DescribedServer | string {
  const { type = 'http', url, headers = {} } = fields
  const kind = type === 'streamable-http' || type === 'http' ? 'http' : type === 'sse' ? 'sse' : null
  if (kind === null) return `${at}.type: expected http or sse`
  if (!isText(url) || !/^https?:\/\/[^/@\s]+(?:\/[^\s]*)?$/.test(url))
    return `${at}.url: expected an address with http or https, without a log-in`
  if (!isTexts(headers, isHeader)) return `${at}.headers: expected names with texts`
  return { type: kind, url, headers }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isVariable = /^[A-Za-z_]\w*$/
const isHeader = /^[A-Za-z0-9-]+$/

const isTexts = (value: unknown, names: RegExp): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.entries(value).every(([name, text]) => names.test(name) && isText(text))

/** Puts in the variables that an agent has. One that it does not have and that has no default is empty. */
export function withVariables<Server extends DescribedServer>(
  server: Server,
  known: Readonly<Record<string, string>>,
): Server {
  const fill = (text: string): string =>
    text.replace(
      /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g,
      (_, name: string, other?: string) => known[name] ?? other ?? '',
    )
  return mapped(server, { text: fill, value: fill, url: fill })
}

/** For people: its variables, headers and address can hold secrets. */
export const withoutValues = <Server extends DescribedServer>(server: Server): Server =>
  mapped(server, { text: (it) => it, value: () => hidden, url: (url) => `${originOf(url)}/${hidden}` })

const hidden = '…'

/** By their names: its variables or headers, and the parts of its address behind the host. */
export const valuesOf = (server: DescribedServer): readonly (readonly [name: string, value: string])[] =>
  hasAddress(server)
    ? [
        ...Object.entries(server.headers),
        ...server.url
          .slice(originOf(server.url).length)
          .split(/[/?&=#]/)
          .map((part) => ['url', part] as const),
      ]
    : Object.entries(server.env)

const originOf = (url: string): string => /^https?:\/\/[^/?#]+/.exec(url)?.[0] ?? ''

/** The host of its address; null if a variable is in it. */
export const hostOf = ({ url }: DescribedAddress): string | null =>
  /^https?:\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(?::\d+)?$/.exec(originOf(url))?.[1]?.toLowerCase() ?? null

interface Mapping {
  text(text: string): string
  value(text: string): string
  url(text: string): string
}

function mapped<Server extends DescribedServer>(server: Server, { text, value, url }: Mapping): Server
function mapped(server: DescribedServer, { text, value, url }: Mapping): DescribedServer {
  const values = (named: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(named).map(([name, it]) => [name, value(it)]))
  return hasAddress(server)
    ? { type: server.type, url: url(server.url), headers: values(server.headers) }
    : { command: text(server.command), args: server.args.map(text), env: values(server.env) }
}
