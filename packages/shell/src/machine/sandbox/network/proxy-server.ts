/** A proxy for HTTP and for tunnels whose every connection is opened by the caller's rule. It decides nothing itself. */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type Duplex, pipeline } from 'node:stream'

/** Rejects with the reason if the host may not be reached, or cannot be. */
export type Open = (host: string, port: number) => Promise<Duplex>

/** Whose password it is. */
const user = 'harness'

/** Thrown by an `Open` that refuses. */
export class RefusedHost extends Error {}

/** How a client hears of a refusal: `tell` answers why, `drop` closes its connection, as if there were no such host. */
export type Refusal = 'tell' | 'drop'

/**
 * Not listening yet. Its connections end when it is closed with `closeAllConnections`. With a password, it answers only
 * those who have it.
 */
export function proxyServer(open: Open, refusal: Refusal = 'tell', password: string | null = null): Server {
  const expected = password === null ? null : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const isWelcome = ({ headers }: IncomingMessage): boolean =>
    expected === null || headers['proxy-authorization'] === expected
  const server = createServer((asked, answer) => {
    if (isWelcome(asked)) void forward(asked, answer, open, refusal)
    else answer.writeHead(407, { 'proxy-authenticate': 'Basic' }).end()
  })
  server.on('connect', (asked: IncomingMessage, client: Duplex, head: Buffer) => {
    if (isWelcome(asked)) void tunnel(asked, client, head, open, refusal)
    else client.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n')
  })
  return server
}

async function tunnel(
  asked: IncomingMessage,
  client: Duplex,
  head: Buffer,
  open: Open,
  refusal: Refusal,
): Promise<void> {
  client.on('error', () => client.destroy())
  const target = addressOf(`http://${asked.url ?? ''}`, 443)
  if (target === null) return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  try {
    const socket = await open(target.host, target.port)
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    if (head.length > 0) socket.write(head)
    join(client, socket)
  } catch (error) {
    if (refusal === 'drop') return void client.destroy()
    client.end(`HTTP/1.1 ${statusOf(error)}\r\ncontent-type: text/plain\r\n\r\n${messageOf(error)}\n`)
  }
}

async function forward(
  asked: IncomingMessage,
  answer: ServerResponse,
  open: Open,
  refusal: Refusal,
): Promise<void> {
  const target = addressOf(asked.url ?? '', 80)
  if (target === null) return void answer.writeHead(400).end()
  try {
    const socket = await open(target.host, target.port)
    const { 'proxy-connection': _, 'proxy-authorization': __, ...headers } = asked.headers
    const passedOn = request(
      { method: asked.method, path: target.path, headers, createConnection: () => socket },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers)
        // An answer that is cut off must end cut off, too.
        pipeline(response, answer, () => {})
      },
    )
    passedOn.on('error', (error) => refuse(answer, error, refusal))
    answer.on('close', () => socket.destroy())
    asked.pipe(passedOn)
  } catch (error) {
    refuse(answer, error, refusal)
  }
}

function refuse(answer: ServerResponse, error: unknown, refusal: Refusal): void {
  if (answer.headersSent || refusal === 'drop') return void answer.destroy()
  answer.writeHead(Number(statusOf(error).slice(0, 3)), { 'content-type': 'text/plain' })
  answer.end(`${messageOf(error)}\n`)
}

const statusOf = (error: unknown): string =>
  error instanceof RefusedHost ? '403 Forbidden' : '502 Bad Gateway'
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function addressOf(
  url: string,
  defaultPort: number,
): { readonly host: string; readonly port: number; readonly path: string } | null {
  try {
    const { protocol, hostname, port, pathname, search } = new URL(url)
    if (protocol !== 'http:') return null
    return { host: hostname, port: port === '' ? defaultPort : Number(port), path: `${pathname}${search}` }
  } catch {
    return null
  }
}

/** Each ends with the other. */
function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    from.pipe(to)
  }
}
