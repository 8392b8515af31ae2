/** Leads a browser of the harness to servers in a cell: a proxy on this machine for addresses of the cell's loopback. */
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { proxyServer, RefusedHost } from './proxy-server.ts'

export interface WayIn {
  /** The address of the proxy. */
  readonly url: string
  close(): void
}

/** No host but the loopback leads anywhere. */
export async function openWayIn(connect: (port: number) => Promise<Duplex>): Promise<WayIn> {
  const server = proxyServer(
    (host, port) =>
      isLoopback(host) ? connect(port) : Promise.reject(new RefusedHost(`${host} is not in the lane.`)),
    'drop',
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const isLoopback = (host: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host)
