/** Asks a site for its robots.txt, with a request of the harness itself: no browser is needed to read it. */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { allowsAll, parseRobots, type Robots, robotsName } from '@harness/formats/documents/site/robots'
import type { Open } from '../../machine/sandbox/network/proxy-server.ts'

export type AskedRobots =
  | { readonly type: 'read'; readonly robots: Robots; readonly text: string }
  /** The site does not answer at all. */
  | { readonly type: 'silent'; readonly detail: string }
  /** It answers with an error of its own: RFC 9309 takes that as a refusal. */
  | { readonly type: 'refused'; readonly detail: string }

const mostBytes = 512_000
const mostRedirects = 5

export async function fetchRobots(
  origin: string,
  open: Open,
  patienceMs: number,
  signal: AbortSignal,
): Promise<AskedRobots> {
  let url = new URL('/robots.txt', origin)
  const either = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    try {
      const { status, location, text } = await get(url, open, either)
      if (status >= 200 && status < 300) return { type: 'read', robots: parseRobots(text), text }
      if (status >= 500) return { type: 'refused', detail: `${url.href} answered with ${status}.` }
      const next = status >= 300 && status < 400 && location !== null ? urlIn(location, url) : null
      if (next === null || next.origin !== origin) return { type: 'read', robots: allowsAll, text: '' }
      url = next
    } catch (error) {
      signal.throwIfAborted()
      const why = either.aborted ? `it gave no answer within ${patienceMs / 1_000} s` : messageOf(error)
      return { type: 'silent', detail: `${url.href}: ${why}` }
    }
  }
  return { type: 'read', robots: allowsAll, text: '' }
}

interface Answer {
  readonly status: number
  readonly location: string | null
  readonly text: string
}

async function get(url: URL, open: Open, signal: AbortSignal): Promise<Answer> {
  const isTls = url.protocol === 'https:'
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port)
  const socket = await open(url.hostname, port)
  const ask = isTls ? httpsRequest : httpRequest
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const asking = ask(
        url,
        {
          createConnection: () => (isTls ? secured(socket, url.hostname) : socket),
          headers: { 'user-agent': robotsName, accept: 'text/plain' },
          signal,
        },
        (response) => {
          const chunks: Buffer[] = []
          let bytes = 0
          const done = (): void =>
            resolve({
              status: response.statusCode ?? 0,
              location: response.headers.location ?? null,
              text: Buffer.concat(chunks).toString('utf8'),
            })
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk)
            bytes += chunk.length
            // The rest counts for nothing.
            if (bytes > mostBytes) done()
          })
          response.on('end', done)
          response.on('error', reject)
        },
      )
      asking.on('error', reject)
      asking.end()
    })
  } finally {
    socket.destroy()
  }
}

const secured = (socket: Duplex, host: string) =>
  connectTls({ socket, servername: host.replace(/^\[|\]$/g, '') })

function urlIn(location: string, base: URL): URL | null {
  try {
    return new URL(location, base)
  } catch {
    return null
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
