/**
 * Refuses requests that do not come from the operator: other hosts and origins, missing tokens, writes that a form of a
 * website could make. It looks at the raw headers, because a parsed request hides a second Host. Pure.
 */
import type { IncomingMessage } from 'node:http'
import { isToken } from './token.ts'

export interface Refused {
  readonly status: 400 | 401 | 403 | 405 | 413 | 415 | 421
  readonly code: string
  readonly message: string
}

export interface Guarding {
  readonly token: string
  /** `host:port` as clients write it. */
  readonly hosts: readonly string[]
}

export const mostBodyBytes = 1_000_000

type Request = Pick<IncomingMessage, 'method' | 'rawHeaders' | 'headers' | 'url'>

/** Null if the request may go on. */
export function refusal(request: Request, { token, hosts }: Guarding): Refused | null {
  return (
    wrongHost(request, hosts) ??
    wrongOrigin(request, hosts) ??
    wrongTarget(request) ??
    wrongToken(request, token) ??
    wrongWrite(request)
  )
}

/** For the socket: only its owner may enter its folder, and no browser reaches it. */
export const socketRefusal = (request: Request): Refused | null => wrongTarget(request) ?? wrongWrite(request)

/** A parsed request has the first of several. */
function valuesOf(name: string, rawHeaders: readonly string[]): readonly string[] {
  const values: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '')
  return values
}

function wrongHost({ rawHeaders }: Request, hosts: readonly string[]): Refused | null {
  const given = valuesOf('host', rawHeaders)
  const [host] = given
  return given.length === 1 && host !== undefined && hosts.includes(host.toLowerCase())
    ? null
    : { status: 421, code: 'wrong-host', message: `This server is ${hosts.join(' or ')} only.` }
}

/** A program sends no Origin. A browser sends one with every write, and says where a request came from. */
function wrongOrigin({ headers }: Request, hosts: readonly string[]): Refused | null {
  const { origin, 'sec-fetch-site': site } = headers
  const isOwn = origin === undefined || hosts.some((host) => origin === `http://${host}`)
  const isDirect = site === undefined || site === 'same-origin' || site === 'none'
  return isOwn && isDirect
    ? null
    : { status: 403, code: 'wrong-origin', message: 'Another website made this request.' }
}

/** A segment that would be resolved away, or a sign that would become a slash: the request would mean another route. */
const movesRoute = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)|\\/i

/** However its name is written. */
function namesToken(url: string): boolean {
  if (!url.includes('?')) return false
  const query = new URLSearchParams(url.split('?').slice(1).join('&'))
  return (
    /[?&](?:access_)?token=/i.test(url) || [...query.keys()].some((name) => /^(?:access_)?token$/i.test(name))
  )
}

/** A token in a URL gets into logs and histories. */
function wrongTarget({ url = '' }: Request): Refused | null {
  const [path = ''] = url.split('?')
  const isPath = path.startsWith('/') && !path.startsWith('//') && !movesRoute.test(path)
  if (!isPath) return { status: 400, code: 'wrong-target', message: 'The target of a request is a path.' }
  return namesToken(url)
    ? { status: 400, code: 'token-in-url', message: 'Send the token as a header: Authorization: Bearer …' }
    : null
}

/** A second header would be left unread. */
function wrongToken({ headers, rawHeaders }: Request, token: string): Refused | null {
  if (valuesOf('authorization', rawHeaders).length > 1)
    return { status: 401, code: 'token-twice', message: 'Send one Authorization header.' }
  const [, given] = /^Bearer ([0-9a-f]+)$/.exec(headers.authorization ?? '') ?? []
  if (given === undefined)
    return {
      status: 401,
      code: 'token-missing',
      message: 'Send the token as a header: Authorization: Bearer …',
    }
  return isToken(given, token)
    ? null
    : {
        status: 401,
        code: 'token-wrong',
        message: 'The token is not the one of this daemon. It changes at each start.',
      }
}

function wrongWrite({ method, headers }: Request): Refused | null {
  if (method === 'GET') return null
  if (method !== 'POST') return { status: 405, code: 'wrong-method', message: 'GET reads, POST writes.' }
  if (!/^application\/json(?:\s*;\s*charset=utf-8)?$/i.test(headers['content-type'] ?? ''))
    return { status: 415, code: 'wrong-type', message: 'A write has the content type application/json.' }
  return Number(headers['content-length'] ?? 0) > mostBodyBytes
    ? { status: 413, code: 'too-large', message: `A body has at most ${mostBodyBytes} bytes.` }
    : null
}
