/** Opens what the network of one cell needs outside of it: the proxy to registries, and the way to its servers. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execPath } from 'node:process'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { invariant } from '@harness/core/kernel/invariant'
import { isAllowed } from './allowed-hosts.ts'
import { openOutbound } from './outbound.ts'
import { openParking } from './parking.ts'
import { type Open, proxyServer, RefusedHost } from './proxy-server.ts'

export interface CellNetwork {
  /** The folder with the sockets of the harness; null if the cell needs none. */
  readonly sockets: string | null
  /** The program to start in the cell in place of `program`, and the files it needs there. */
  start(program: Pick<Program, 'file' | 'args'>, sockets: string): readonly string[]
  readonly needs: readonly string[]
  /** Variables for that program. */
  readonly env: Readonly<Record<string, string>>
  connect(port: number): Promise<Duplex>
  /** Hosts that the cell asked for in vain. */
  refused(): readonly string[]
  close(): Promise<void>
}

export interface NetworkOptions {
  /** Of the harness: names the operator's own proxy. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Entries for hosts that every cell with the network `registries` may reach. */
  readonly registries: readonly string[]
}

export const sharesNetwork = ({ network }: Cell): boolean => network === 'all' || network === 'host-loopback'

export async function openNetwork(cell: Cell, options: NetworkOptions): Promise<CellNetwork> {
  const { shell = '/bin/sh' } = cell
  const serves = cell.serves === true && !sharesNetwork(cell)
  const hasProxy = cell.network === 'registries' || cell.network === 'hosts'
  if (!hasProxy && !serves) return withoutBridge
  const folder = await mkdtemp(join(shortTemporary(), 'harness-net-'))
  const refused = new Set<string>()
  const password = cell.network === 'hosts' ? randomBytes(24).toString('hex') : null
  const setting = cell.network === 'hosts' ? 'sandbox.network.agents' : 'sandbox.registries'
  const allowed = [...(cell.network === 'hosts' ? [] : options.registries), ...(cell.hosts ?? [])]
  const open: Open = (host, port) => {
    if (isAllowed(host, port, allowed)) return openOutbound(host, port, options.environment)
    refused.add(port === 443 || port === 80 ? host : `${host}:${port}`)
    return Promise.reject(
      new RefusedHost(`The sandbox does not let this program reach ${host}:${port}: ${setting}.`),
    )
  }
  const proxy = hasProxy ? proxyServer(open, 'tell', password) : null
  const parking = serves ? openParking() : null
  if (proxy !== null) await listen(proxy, join(folder, 'proxy'))
  if (parking !== null) await listen(parking.server, join(folder, 'parking'))
  return {
    sockets: folder,
    needs: [bridge()],
    env: password === null ? {} : { [passwordName]: password },
    start: ({ file, args }, sockets) => [
      shell,
      '-c',
      'exec 3<&0 4>&1 5>&2 </dev/null >/dev/null 2>&1; exec "$@"',
      'sh',
      execPath,
      bridge(),
      JSON.stringify({
        proxy: proxy === null ? null : join(sockets, 'proxy'),
        parking: parking === null ? null : join(sockets, 'parking'),
        shell,
      }),
      file,
      ...args,
    ],
    connect: (port) => (parking === null ? connectHere(port) : parking.connect(port)),
    refused: () => [...refused],
    async close() {
      proxy?.close()
      proxy?.closeAllConnections()
      parking?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Not an argument: all processes of a cell can read the arguments of all others. */
const passwordName = 'HARNESS_PROXY_PASSWORD'

/** A server of this machine. */
export const connectHere = (port: number): Promise<Duplex> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: 'localhost' })
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })

const withoutBridge: CellNetwork = {
  sockets: null,
  needs: [],
  env: {},
  start: ({ file, args }) => [file, ...args],
  connect: connectHere,
  refused: () => [],
  close: () => Promise.resolve(),
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** The path of a socket has at most 107 bytes. */
const longestFolder = 70
const shortTemporary = (): string =>
  [tmpdir(), '/tmp'].find((folder) => Buffer.byteLength(folder) <= longestFolder) ?? '/tmp'

const here = dirname(fileURLToPath(import.meta.url))

/** Beside the program that was built; in tests of a package, the source. */
function bridge(): string {
  const found = ['bridge.mjs', '../bridge.mjs']
    .map((place) => join(here, place))
    .find((path) => existsSync(path))
  invariant(found !== undefined, 'bridge.mjs is a part of the program')
  return found
}

/** What of a cell is about its network, and the shell for its scripts. */
interface Cell {
  readonly network: string
  readonly hosts?: readonly string[]
  readonly serves?: boolean
  readonly shell?: string
}

interface Program {
  readonly file: string
  readonly args: readonly string[]
}
