/**
 * Opens the connections of a browser that reads a stranger's site: to the site itself, and to public addresses. Names are
 * resolved here and the address that was checked is the one that is used, so that no name can lead inside later.
 */
import { lookup } from 'node:dns/promises'
import type { AddressInfo } from 'node:net'
import { isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { openOutbound, upstreamFor } from './outbound.ts'
import { type Open, proxyServer, RefusedHost } from './proxy-server.ts'
import { isPublicAddress } from './public-address.ts'

export interface SiteGate {
  /** The address of the proxy. */
  readonly url: string
  /** For requests of the harness itself. */
  readonly open: Open
  /** From now on, so many bytes may arrive; the connections end with the next one. */
  allow(bytes: number): void
  /** If that was too little. */
  isSpent(): boolean
  close(): void
}

export interface NamedSite {
  /** As the operator named it: it may be on this machine. */
  readonly host: string
  readonly port: number
}

type Environment = Readonly<Record<string, string | undefined>>

const lookEveryMs = 100

export async function openSiteGate(site: NamedSite, environment: Environment): Promise<SiteGate> {
  const sockets = new Map<Duplex, number>()
  let left = Number.POSITIVE_INFINITY
  const open: Open = async (host, port) => {
    const socket = await openTo(host, port, site, environment)
    sockets.set(socket, 0)
    socket.once('close', () => sockets.delete(socket))
    if (left < 0) socket.destroy()
    return socket
  }
  const weigh = setInterval(() => {
    for (const [socket, before] of sockets) {
      const now = (socket as Socket).bytesRead ?? 0
      left -= now - before
      sockets.set(socket, now)
    }
    if (left < 0) for (const socket of sockets.keys()) socket.destroy()
  }, lookEveryMs)
  weigh.unref()
  const server = proxyServer(open, 'drop')
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    open,
    allow(bytes) {
      left = bytes
    },
    isSpent: () => left < 0,
    close() {
      clearInterval(weigh)
      server.close()
      server.closeAllConnections()
      for (const socket of sockets.keys()) socket.destroy()
    },
  }
}

async function openTo(
  host: string,
  port: number,
  site: NamedSite,
  environment: Environment,
): Promise<Duplex> {
  const bare = bareHost(host)
  if (bare === bareHost(site.host) && port === site.port) {
    const isHere = bare === 'localhost' || bare.endsWith('.localhost') || !mayBePublic(bare)
    return openOutbound(bare, port, isHere ? {} : environment)
  }
  if (!mayBePublic(bare)) throw new RefusedHost(`${host} is no public address.`)
  // The operator's own proxy resolves names itself, and may be the only way out.
  if (isIP(bare) !== 0 || upstreamFor(bare, environment) !== null)
    return openOutbound(bare, port, environment)
  const [first, ...others] = await lookup(bare, { all: true })
  if (first === undefined || [first, ...others].some(({ address }) => !isPublicAddress(address)))
    throw new RefusedHost(`${host} leads to no public address.`)
  return openOutbound(first.address, port, {})
}

/** A name is told by what it leads to. */
const mayBePublic = (bare: string): boolean =>
  isIP(bare) === 0 ? bare !== 'localhost' && !bare.endsWith('.localhost') : isPublicAddress(bare)

const bareHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
