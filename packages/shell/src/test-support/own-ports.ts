/**
 * The first of fifty ports for the lanes of this process's tests. A socket on the port before them holds the block, so no
 * other test process takes the same one.
 */
import { createServer } from 'node:net'

const first = 12_000
const blocks = 400
const size = 51

/** Null if another process holds the port. */
const held = (port: number): Promise<number | null> =>
  new Promise((resolve) => {
    const server = createServer().unref()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => resolve(port))
  })

async function ownBlock(): Promise<number> {
  for (let tried = 0; tried < blocks; tried++) {
    const port = await held(first + ((process.pid + tried) % blocks) * size)
    if (port !== null) return port + 1
  }
  throw new Error(`All ${blocks} blocks of ports for tests are taken.`)
}

export const ownPorts = await ownBlock()
