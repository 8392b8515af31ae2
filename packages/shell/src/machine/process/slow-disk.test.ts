import { Writable } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { DiskFullError } from '../disk/disk-error.ts'
import { generous, isRunning, runShell } from './test-support/running.ts'

/** What the spool's disk does with each chunk, and how much was waiting for it at most. */
const disk = vi.hoisted(() => ({
  write: (_chunk: Buffer, done: (error?: Error) => void): void => done(),
  mostWaiting: 0,
  taken: 0,
}))

vi.mock(import('node:fs'), async (original) => ({
  ...(await original()),
  createWriteStream: (() => {
    const stream: Writable = new Writable({
      highWaterMark: 16 * 1024,
      write(chunk: Buffer, _encoding, done) {
        disk.mostWaiting = Math.max(disk.mostWaiting, stream.writableLength)
        disk.taken += chunk.length
        disk.write(chunk, done)
      },
    })
    return stream
  }) as never,
}))

it('output faster than the disk is held back in the program, not kept in memory', async () => {
  disk.mostWaiting = 0
  disk.taken = 0
  disk.write = (_chunk, done) => void setTimeout(done, 2)
  const result = await runShell('head -c 10000000 /dev/zero', { spool: '/slow', capture: false })
  expect(result).toMatchObject({ exitCode: 0, outputBytes: 10_000_000 })
  expect(disk.taken).toBe(10_000_000)
  expect(disk.mostWaiting).toBeLessThan(512 * 1024)
})

it('QA-02 a full disk ends the program and names the file', async () => {
  disk.write = (_chunk, done) => done(Object.assign(new Error('write failed'), { code: 'ENOSPC' }))
  let pid = 0
  const running = runShell('echo $$; while :; do echo more; done', {
    spool: '/full/out.log',
    limits: { ...generous, outputBytes: 2 ** 40 },
    onOutput: (chunk) => {
      pid ||= Number.parseInt(Buffer.from(chunk).toString(), 10)
    },
  })
  const error = await running.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(DiskFullError)
  expect(error).toMatchObject({ code: 'disk-full', exitCode: 1, path: '/full/out.log' })
  expect((error as Error).message).toContain('/full/out.log')
  expect(pid).toBeGreaterThan(0)
  expect(await isRunning(pid)).toBe(false)
})
