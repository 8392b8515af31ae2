/** Finds a block of ports that are not taken and that no process listens on. Holds nothing itself. */
import { createServer } from 'node:net'
import { UserError } from '@harness/core/kernel/user-error'

const highestPort = 65_535

export async function freePortBlock(
  base: number,
  count: number,
  taken: ReadonlySet<number>,
  /** Preferred if it is free. */
  wanted: readonly number[] = [],
): Promise<readonly number[]> {
  if (count === 0) return []
  const isWanted = wanted.length === count && wanted.every((port) => port >= base && !taken.has(port))
  if (isWanted && (await areFree(wanted))) return wanted
  for (let first = base; first + count - 1 <= highestPort; first += count) {
    const block = Array.from({ length: count }, (_, index) => first + index)
    if (block.some((port) => taken.has(port))) continue
    if (await areFree(block)) return block
  }
  throw new UserError('no-free-ports', `There is no block of ${count} free ports from ${base} on.`, {
    next: 'Close lanes that are no longer needed, or set lanes.portBase lower.',
  })
}

/** Whether no process listens on any of them. */
export const areFree = async (ports: readonly number[]): Promise<boolean> =>
  (await Promise.all(ports.map(isFree))).every(Boolean)

/** Nothing listens there, on either family. A host without IPv6 has nothing on `::1`. */
const isFree = async (port: number): Promise<boolean> =>
  (await bindError(port, '127.0.0.1')) === null && !taken.has((await bindError(port, '::1')) ?? '')

const taken: ReadonlySet<string> = new Set(['EADDRINUSE', 'EACCES'])

/** Null if it can be bound, else the error's code. */
const bindError = (port: number, host: string): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
  })
