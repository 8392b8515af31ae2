/** Finds a block of ports that nobody listens on and no other lane holds. Holds nothing itself. */
import { createServer } from 'node:net'
import { UserError } from '@harness/core/user-error'

const highestPort = 65_535

export async function freePortBlock(
  base: number,
  count: number,
  taken: ReadonlySet<number>,
  /** Taken rather than any other where it is free. */
  wanted: readonly number[] = [],
): Promise<readonly number[]> {
  if (count === 0) return []
  const isWanted = wanted.length === count && wanted.every((port) => port >= base && !taken.has(port))
  if (isWanted && (await Promise.all(wanted.map(isFree))).every(Boolean)) return wanted
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
