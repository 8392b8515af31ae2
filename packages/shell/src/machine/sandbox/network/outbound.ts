/** Opens connections from the harness to hosts of the web: directly, or through the operator's own proxy. */
import { request } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

type Environment = Readonly<Record<string, string | undefined>>

/** The operator's proxy for a host; null if it is reached directly. */
export function upstreamFor(host: string, env: Environment): URL | null {
  const named = env.HTTPS_PROXY ?? env.https_proxy ?? env.HTTP_PROXY ?? env.http_proxy
  if (named === undefined || named === '') return null
  const excepted = (env.NO_PROXY ?? env.no_proxy ?? '').split(',').map((it) => it.trim())
  const isExcepted = excepted.some(
    (it) => it === '*' || (it !== '' && (host === it || host.endsWith(`.${it.replace(/^\*?\./, '')}`))),
  )
  if (isExcepted) return null
  return new URL(named.includes('://') ? named : `http://${named}`)
}

const patienceMs = 30_000

export function openOutbound(host: string, port: number, env: Environment): Promise<Duplex> {
  const upstream = upstreamFor(host, env)
  return upstream === null ? directly(host, port) : through(upstream, host, port)
}

const directly = (host: string, port: number): Promise<Duplex> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: patienceMs })
    socket.once('connect', () => {
      socket.setTimeout(0)
      resolve(socket)
    })
    socket.once('timeout', () => socket.destroy(new Error(`${host}:${port} did not answer.`)))
    socket.once('error', reject)
  })

const through = (upstream: URL, host: string, port: number): Promise<Duplex> =>
  new Promise((resolve, reject) => {
    const { hostname, port: upstreamPort, username, password } = upstream
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    const asking = request({
      host: hostname,
      port: upstreamPort === '' ? 80 : Number(upstreamPort),
      method: 'CONNECT',
      path: `${host}:${port}`,
      headers:
        username === '' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` },
      timeout: patienceMs,
      agent: false,
    })
    asking.once('connect', (response, socket) => {
      if (response.statusCode === 200) resolve(socket)
      else {
        socket.destroy()
        reject(new Error(`The proxy ${hostname} answered ${response.statusCode} for ${host}:${port}.`))
      }
    })
    asking.once('response', (response) => {
      response.destroy()
      reject(new Error(`The proxy ${hostname} answered ${response.statusCode} for ${host}:${port}.`))
    })
    asking.once('timeout', () => asking.destroy(new Error(`The proxy ${hostname} did not answer.`)))
    asking.once('error', reject)
    asking.end()
  })
