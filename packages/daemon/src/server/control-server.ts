/**
 * Serves the daemon to its operator: on a Unix socket for commands of this program, and on a port of 127.0.0.1 for
 * others, who need the token for everything. It leaves no socket behind when it closes.
 */
import { chmod, lstat, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { UserError } from '@harness/core/kernel/user-error'
import { portHolder } from '@harness/shell/effects/ui/port-holder'
import { makeDir } from '@harness/shell/machine/disk/durable-dir'
import { replaceJsonFile } from '@harness/shell/machine/disk/json-file'
import { userDataDir } from '@harness/shell/machine/disk/user-data-dir'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { openRunStore } from '@harness/shell/store/open-run-store'
import { getRequestListener } from '@hono/node-server'
import { appendLog } from '../loop/daemon-log.ts'
import type { LiveDaemon } from '../loop/live-daemon.ts'
import { addressPath, type DaemonAddress, socketPlace } from '../place/address.ts'
import { daemonLog, daemonRun, daemonStore } from '../place/daemon-place.ts'
import type { DaemonOutside } from '../place/outside.ts'
import { controlApp, refusalBody } from './control-app.ts'
import { type EventHub, openEventHub } from './event-hub.ts'
import { type Guarding, type Refused, refusal, socketRefusal } from './guard.ts'
import { type ListenAddress, listenAddress } from './listen-address.ts'
import { ownRunNamed } from './own-files.ts'
import type { Serving } from './route.ts'
import { openApiOf } from './routes.ts'
import { sendLast } from './send.ts'
import { snapshotOf } from './snapshot.ts'
import { stateText } from './state-text.ts'
import { freshToken } from './token.ts'

export interface ServeOptions {
  /** Null for the socket alone. */
  readonly port: number | null
  /** 127.0.0.1 if nothing else was asked for. */
  readonly address: string
  readonly by: string
  onLine?(line: string): void
  /** Tests give less than what operators get. */
  readonly limits?: ClientLimits
}

/** What a client may take. The time limits are kept by looking at all connections every `connectionsCheckingInterval`. */
export interface ClientLimits {
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  readonly connectionsCheckingInterval: number
  readonly maxHeaderSize: number
}

export interface ControlServer {
  readonly port: number | null
  readonly socket: string
  close(): Promise<void>
}

export async function serveControl(
  daemon: LiveDaemon,
  outside: DaemonOutside,
  options: ServeOptions,
): Promise<ControlServer> {
  const { stateDir } = outside
  const { token, note } = await freshToken(stateDir)
  if (note !== null) options.onLine?.(`${new Date(outside.clock.now()).toISOString()} token_replaced ${note}`)
  const hubs = new Map<string, EventHub>()
  let port: number | null = null
  const snapshot = () => snapshotOf(stateDir, daemon.state(), { pid: process.pid, port })
  const serving: Serving = {
    daemon,
    outside,
    by: options.by,
    snapshot,
    stateText: stateText({ stateDir, now: () => outside.clock.now(), state: daemon.state, snapshot }),
    hubOf: (run) => hubOf(stateDir, hubs, run),
    clients: () => [...hubs.values()].reduce((sum, hub) => sum + hub.clients(), 0),
    failed: (what) =>
      appendLog(daemonLog(stateDir), [
        `${new Date(outside.clock.now()).toISOString()} request_failed ${stripControl(what).replace(/\s+/g, ' ')}`,
      ]),
    openApi: () => openApiOf(outside.version),
  }
  const listener = getRequestListener(controlApp(serving).fetch, { overrideGlobalObjects: false })
  const servers: Server[] = []
  const serve = (refuse: (request: IncomingMessage) => Refused | null): Server => {
    const server = createServer(options.limits ?? limits, (request, response) => {
      const refused = refuse(request)
      if (refused === null) void listener(request, response)
      else sendLast(response, refused.status, refusalBody(refused.code, refused.message))
    })
    servers.push(server)
    return server
  }
  try {
    if (options.port !== null) {
      const { bound, hosts } = await knownAddress(options.address, options.port)
      // No host is right before the port is known.
      let guarding: Guarding = { token, hosts: [] }
      const server = serve((request) => refusal(request, guarding))
      port = await listenOnPort(server, bound, options.port)
      guarding = { token, hosts: hosts(port) }
    }
    const { folder, socket } = socketPlace(stateDir, () => userDataDir(outside.environment))
    const address: DaemonAddress = { pid: process.pid, socket, port, address: options.address }
    await replaceJsonFile(addressPath(stateDir), address)
    // Commands ask over the socket. It comes last, so that all is there when it answers.
    await listenOnSocket(serve(socketRefusal), folder, socket)
    return {
      port,
      socket,
      async close() {
        for (const hub of hubs.values()) hub.close()
        await closeAll(servers)
        await rm(socket, { force: true })
        await rm(addressPath(stateDir), { force: true })
      },
    }
  } catch (error) {
    await closeAll(servers)
    await rm(addressPath(stateDir), { force: true })
    throw error
  }
}

/** A client that sends its request slowly, or none at all, is not waited for. */
const limits: ClientLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
}

async function hubOf(
  stateDir: string,
  hubs: Map<string, EventHub>,
  named: string | null,
): Promise<EventHub | null> {
  const known = hubs.get(named ?? '')
  if (known !== undefined) return known
  const store = named === null ? daemonStore(stateDir) : openRunStore(stateDir)
  const run = named === null ? await daemonRun(store) : await ownRunNamed(stateDir, store, named)
  if (run === null) return null
  const hub = hubs.get(named ?? '') ?? openEventHub(store, run, () => hubs.delete(named ?? ''))
  hubs.set(named ?? '', hub)
  return hub
}

async function listenOnSocket(server: Server, folder: string, path: string): Promise<void> {
  await makeDir(folder)
  await chmod(folder, 0o700)
  await removeStale(path)
  await listen(server, { path })
  await chmod(path, 0o600)
}

/** This process holds the daemon's lease, so a socket that is there was left by a daemon that was killed. */
async function removeStale(path: string): Promise<void> {
  const before = await lstat(path).catch(() => null)
  if (before === null) return
  if (!before.isSocket())
    throw new UserError('daemon-socket-invalid', `${path} is no socket.`, {
      next: `Look who made it, then remove it: rm '${path}'`,
    })
  await rm(path)
}

const knownAddress = async (address: string, port: number): Promise<ListenAddress> => {
  try {
    return await listenAddress(address)
  } catch (error) {
    throw error instanceof UserError ? error : notThere(error as Error, address, port)
  }
}

async function listenOnPort(server: Server, address: string, port: number): Promise<number> {
  try {
    await listen(server, { host: address, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw notThere(error as Error, address, port)
    const holder = (await portHolder(port))?.process ?? null
    const who = holder === null ? 'another process' : `process ${holder.pid} (${holder.command})`
    throw new UserError('daemon-port-taken', `Port ${port} of ${address} is taken by ${who}.`, {
      next: 'End that process, or choose another port: harness daemon start --port <port>, or daemon.port in the config.',
      cause: error,
    })
  }
  const bound = server.address()
  return bound !== null && typeof bound === 'object' ? bound.port : port
}

const notThere = (cause: Error, address: string, port: number): UserError =>
  new UserError(
    'daemon-address-invalid',
    `The control server cannot listen on port ${port} of ${address}: ${cause.message}.`,
    {
      next: 'Give an address of this machine and a port that you may use: harness daemon start --listen <address> --port <port>',
      cause,
    },
  )

const listen = (server: Server, where: object): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })

/** An answer on its way still gets out, so that an operator who stops the daemon hears that it stops. */
const answerMs = 1_000

const closeAll = async (servers: readonly Server[]): Promise<void> => {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          if (!server.listening) return resolve()
          const timer = setTimeout(() => server.closeAllConnections(), answerMs)
          server.close(() => {
            clearTimeout(timer)
            resolve()
          })
        }),
    ),
  )
}
