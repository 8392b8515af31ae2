/** Leads the operator's own browser to a server in a cell: a port of this machine's loopback that stands for one inside. */
import { createServer, type Socket } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'

interface OpenPort {
  close(): void
}

/** Rejects if the port is taken here. */
export async function openPort(port: number, connect: (port: number) => Promise<Duplex>): Promise<OpenPort> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    connect(port).then(
      (inner) => {
        // Either side may break off at any time.
        pipeline(socket, inner, () => {})
        pipeline(inner, socket, () => {})
      },
      () => socket.destroy(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
