/**
 * Owns the lock that the kernel keeps: a socket in Linux's abstract namespace, named after a path. It leaves no file,
 * and it is free again the moment its process is gone, however it went. Elsewhere there is none, and the record file
 * has to do.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:net'

export interface KernelLock {
  release(): Promise<void>
}

export const hasKernelLocks = process.platform === 'linux'

/** Null if another process, or another part of this one, holds it. */
export function takeKernelLock(realPath: string): Promise<KernelLock | null> {
  const name = `\0harness-${createHash('sha256').update(realPath).digest('hex').slice(0, 40)}`
  return new Promise((resolve, reject) => {
    const server = createServer((caller) => caller.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    server.listen({ path: name, exclusive: true }, () => {
      server.unref()
      resolve({ release: () => new Promise((done) => server.close(() => done())) })
    })
  })
}
