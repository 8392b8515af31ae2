import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChildProgram, childProgram } from '../../test-support/child-program.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { hasKernelLocks } from './kernel-lock.ts'
import { printLeaseRecord } from './lease-record.ts'
import { ownRecord } from './own-record.ts'
import { withLock } from './with-lock.ts'

let program: ChildProgram
beforeAll(async () => {
  program = await childProgram(new URL('../../test-support/lease.child.ts', import.meta.url))
})
afterAll(() => program.remove())

/** A call that waits this long fails by the time limit of its test. */
const longerThanATest = 600_000

const ways = hasKernelLocks ? (['kernel', 'file'] as const) : (['file'] as const)

describe.each(ways)('DL-14 a shared file is rewritten by one process at a time (%s)', (way) => {
  const options = { kernelLock: way === 'kernel' }

  it('loses no update of six processes, and leaves no lock behind', async () => {
    const dir = await temporaryDir()
    const file = join(dir, 'state.json')
    writeFileSync(file, '0')
    const children = Array.from({ length: 6 }, () => program.start('10', file, way))
    for (const child of children) expect(await child.line()).toBe('ready')
    for (const child of children) child.say('go')
    for (const child of children) expect(await child.ended).toEqual({ how: 0, stderr: '' })
    expect(readFileSync(file, 'utf8')).toBe('60')
    expect(readdirSync(dir)).toEqual(['state.json'])
  })

  it('lets calls in one process wait for each other, and hands their results and errors through', async () => {
    const dir = await temporaryDir()
    const order: string[] = []
    let letGo = (): void => {}
    const othersAsked = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const slow = withLock(
      dir,
      async () => {
        order.push('in')
        await othersAsked
        order.push('out')
        return 'result'
      },
      options,
    )
    const failing = withLock(dir, async () => Promise.reject(new Error('mine')), options)
    // It may fail before anybody waits for it.
    failing.catch(() => {})
    const last = withLock(dir, async () => order.push('last'), options)
    setImmediate(letGo)
    await expect(slow).resolves.toBe('result')
    await expect(failing).rejects.toThrow('mine')
    await last
    expect(order.indexOf('out')).toBe(order.indexOf('in') + 1)
    expect(readdirSync(dir)).toEqual([])
  })

  it('gives up after a while and names the holder', async () => {
    const dir = await temporaryDir()
    const file = join(dir, 'state.json')
    await withLock(
      file,
      () =>
        expect(withLock(file, async () => {}, { ...options, waitMs: 30 })).rejects.toMatchObject({
          code: 'lock-busy',
          exitCode: 11,
          message: expect.stringContaining(`process ${process.pid}`),
          next: expect.stringContaining(`${file}.lock`),
        }),
      options,
    )
  })

  it('waits no longer once it is aborted, and lets nobody in afterwards', async () => {
    const file = join(await temporaryDir(), 'state.json')
    const cancel = new AbortController()
    let entered = false
    await withLock(
      file,
      async () => {
        const waiting = withLock(
          file,
          async () => {
            entered = true
          },
          { ...options, waitMs: longerThanATest, signal: cancel.signal },
        )
        setImmediate(() => cancel.abort(new Error('let go')))
        await expect(waiting).rejects.toThrow('let go')
      },
      options,
    )
    expect(entered).toBe(false)
    await expect(
      withLock(file, async () => 'in', { ...options, signal: AbortSignal.abort(new Error('before')) }),
    ).rejects.toThrow('before')
  })

  it('takes over the lock of a process that died inside', async () => {
    const file = join(await temporaryDir(), 'state.json')
    const own = await ownRecord('died')
    writeFileSync(`${file}.lock`, printLeaseRecord({ ...own, bootId: 'an-earlier-one' }))
    await expect(withLock(file, async () => 'mine', options)).resolves.toBe('mine')
  })
})
