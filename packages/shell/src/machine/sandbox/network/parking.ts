/**
 * Holds connections that a program in a sandbox opened to the harness, until the harness wants a port in there. So every
 * socket on disk is the harness's own, and nothing inside can put another one in its place.
 */
import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface Parking {
  /** Not listening yet. */
  readonly server: Server
  /** A connection to a port in the sandbox. Rejects if there is no server at that port. */
  connect(port: number): Promise<Duplex>
  close(): void
}

/** More than these are not needed at a time; a program inside could open any number. */
const most = 64
const patienceMs = 5_000

export function openParking(): Parking {
  const parked: Socket[] = []
  const waiting: ((socket: Socket | null) => void)[] = []
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      const at = parked.indexOf(socket)
      if (at !== -1) parked.splice(at, 1)
    })
    const [next] = waiting
    if (next !== undefined) next(socket)
    else if (parked.length < most) parked.push(socket)
    else socket.destroy()
  })
  const take = (): Promise<Socket | null> => {
    const free = parked.shift()
    if (free !== undefined) return Promise.resolve(free)
    return new Promise((resolve) => {
      const give = (socket: Socket | null): void => {
        clearTimeout(timer)
        const at = waiting.indexOf(give)
        if (at !== -1) waiting.splice(at, 1)
        resolve(socket)
      }
      const timer = setTimeout(give, patienceMs, null)
      waiting.push(give)
    })
  }
  return {
    server,
    async connect(port) {
      const socket = await take()
      if (socket === null) throw new Error('The sandbox did not open a connection.')
      return assigned(socket, port)
    },
    close() {
      server.close()
      for (const socket of parked) socket.destroy()
      for (const next of [...waiting]) next(null)
    },
  }
}

/** The inner side answers with an empty line once the server at the port has accepted. */
const assigned = (socket: Socket, port: number): Promise<Duplex> =>
  new Promise((resolve, reject) => {
    const refuse = (): void => reject(new Error(`There is no server at port ${port} in the sandbox.`))
    socket.once('close', refuse)
    // One byte, and no pause: the caller reads on.
    const accept = (): void => {
      if (socket.read(1) === null) return
      socket.off('readable', accept)
      socket.off('close', refuse)
      resolve(socket)
    }
    socket.on('readable', accept)
    socket.write(`${port}\n`)
  })
