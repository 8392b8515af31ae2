/** Finds a block of ports that nobody listens on and no other lane holds. Holds nothing itself. */
import { createServer } from 'node:net'
import { UserError } from '@harness/core/user-error'

const highestPort = 65_535

export async function freePortBlock(
  base: number,
  count: number,
  taken: ReadonlySet<number>,
): Promise<readonly number[]> {
  if (count === 0) return []
  for (let first = base; first + count - 1 <= highestPort; first += count) {
    const block = Array.from({ length: count }, (_, index) => first + index)
    if (block.some((port) => taken.has(port))) continue
    if ((await Promise.all(block.map(isFree))).every(Boolean)) return block
  }
  throw new UserError('no-free-ports', `There is no block of ${count} free ports from ${base} on.`, {
    next: 'Close lanes that are no longer needed, or set lanes.portBase lower.',
  })
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
