import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Child, type ChildProgram, childProgram } from '../../test-support/child-program.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { holderOf } from './holder.ts'
import { hasKernelLocks, takeKernelLock } from './kernel-lock.ts'
import { acquireLease } from './lease.ts'
import { type LeaseRecord, printLeaseRecord } from './lease-record.ts'
import { ownRecord } from './own-record.ts'

let program: ChildProgram
beforeAll(async () => {
  program = await childProgram(new URL('../../test-support/lease.child.ts', import.meta.url))
})
afterAll(() => program.remove())

/** Where the kernel keeps no locks, the record file alone has to do; it is held to the same promises here. */
const ways = hasKernelLocks ? (['kernel', 'file'] as const) : (['file'] as const)

const refusalOf = (promise: Promise<unknown>): Promise<UserError> =>
  promise.then(
    () => expect.fail('it was not refused'),
    (error) => {
      expect(error).toBeInstanceOf(UserError)
      return error as UserError
    },
  )

const startAll = async (count: number, ...args: readonly string[]): Promise<Child[]> => {
  const children = Array.from({ length: count }, () => program.start(...args))
  for (const child of children) expect(await child.line()).toBe('ready')
  return children
}

const leaveRecord = (dir: string, record: LeaseRecord): void => {
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'lease.json'), printLeaseRecord(record))
}

describe.each(ways)('QA-01 a run has one holder (%s)', (way) => {
  const options = { kernelLock: way === 'kernel' }

  it('refuses the second with exit code 11 and says who holds it, since when, for what, and what to do', async () => {
    const dir = join(await temporaryDir(), '0042-login')
    const lease = await acquireLease(dir, 'harness run 0042', options)
    const refusal = await refusalOf(acquireLease(dir, 'harness run again', options))
    expect(refusal).toMatchObject({ code: 'run-held', exitCode: 11 })
    expect(refusal.message).toContain(`process ${process.pid} on ${hostname()} since 20`)
    expect(refusal.message).toContain('harness run 0042')
    expect(refusal.next).toContain('harness stop 0042-login')
    await lease.release()
  })

  it('is free after release, which may be called again, and leaves no file behind', async () => {
    const dir = await temporaryDir()
    const first = await acquireLease(dir, 'first', options)
    await first.release()
    await first.release()
    const second = await acquireLease(dir, 'second', options)
    await first.release()
    expect((await holderOf(dir))?.record.purpose).toBe('second')
    await second.release()
    expect(await holderOf(dir)).toBeNull()
    expect(readdirSync(dir)).toEqual([])
  })

  it('is taken over when its process was killed, and holderOf knows at once', async () => {
    const dir = await temporaryDir()
    const [child] = (await startAll(1, 'hold', dir, way, join(dir, 'log'))) as [Child]
    child.say('go')
    expect(await child.line()).toBe('held')
    expect(await holderOf(dir)).toMatchObject({ record: { pid: child.pid }, certain: true })
    const refusal = await refusalOf(acquireLease(dir, 'me', options))
    expect(refusal.message).toContain(`process ${child.pid}`)
    child.kill('SIGKILL')
    await child.ended
    expect(await holderOf(dir)).toBeNull()
    const lease = await acquireLease(dir, 'me', options)
    expect((await holderOf(dir))?.record.pid).toBe(process.pid)
    await lease.release()
  })

  it('goes to exactly one of twenty processes that want to take over from a dead one', async () => {
    const dir = await temporaryDir()
    const log = join(dir, 'log')
    const own = await ownRecord('crashed')
    leaveRecord(dir, { ...own, startTime: `${own.startTime}0` })
    const children = await startAll(20, 'hold', dir, way, log)
    for (const child of children) child.say('go')
    const answers = await Promise.all(children.map((child) => child.line()))
    expect(answers.filter((answer) => answer === 'held')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'refused run-held')).toHaveLength(19)
    expect(readFileSync(log, 'utf8').trim().split('\n')).toHaveLength(1)
    for (const child of children) child.say('go on')
    for (const child of children) expect(await child.ended).toMatchObject({ how: 0 })
    expect(readdirSync(dir)).toEqual(['log'])
  })

  it('goes to exactly one of many also when the one that was taking over died on the way', async () => {
    const dir = await temporaryDir()
    const own = await ownRecord('crashed')
    const dead = { ...own, startTime: `${own.startTime}0` }
    leaveRecord(dir, dead)
    const deadTaker = { ...dead, token: 'another' }
    writeFileSync(join(dir, `lease.json.claim-${dead.token}`), printLeaseRecord(deadTaker))
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => acquireLease(dir, `taker ${i}`, options)),
    )
    const won = attempts.filter((attempt) => attempt.status === 'fulfilled')
    expect(won).toHaveLength(1)
    expect(readdirSync(dir)).toEqual(['lease.json'])
    await won[0]?.value.release()
  })

  it.each([
    ['another boot', (own: LeaseRecord) => ({ ...own, bootId: 'an-earlier-one' })],
    ['a process that is gone', (own: LeaseRecord) => ({ ...own, pid: 2 ** 22 + 1 })],
    ['a process whose id was used again', (own: LeaseRecord) => ({ ...own, startTime: '1' })],
  ])('is taken over from %s', async (_what, change) => {
    const dir = await temporaryDir()
    leaveRecord(dir, change(await ownRecord('before')))
    expect(await holderOf(dir)).toBeNull()
    const lease = await acquireLease(dir, 'after', options)
    expect((await holderOf(dir))?.record.purpose).toBe('after')
    await lease.release()
  })

  it('is never taken from another host: only a person knows whether that one is gone', async () => {
    const dir = await temporaryDir()
    const record = { ...(await ownRecord('far away')), host: 'elsewhere', bootId: 'theirs' }
    leaveRecord(dir, record)
    const refusal = await refusalOf(acquireLease(dir, 'me', options))
    expect(refusal).toMatchObject({ code: 'run-held', exitCode: 11 })
    expect(refusal.message).toContain('elsewhere')
    expect(refusal.next).toContain(`rm '${join(dir, 'lease.json')}'`)
    expect(await holderOf(dir)).toEqual({ record, certain: false })
    expect(readFileSync(join(dir, 'lease.json'), 'utf8')).toBe(printLeaseRecord(record))
  })

  it.each(['', 'null', '{"pid":1}', '\0\0\0\0', '[]'])(
    'is refused and left as it is where its record says nothing: %j',
    async (text) => {
      const dir = await temporaryDir()
      writeFileSync(join(dir, 'lease.json'), text)
      const refusal = await refusalOf(acquireLease(dir, 'me', options))
      expect(refusal).toMatchObject({ code: 'run-held', exitCode: 11 })
      expect(refusal.next).toContain('lease.json')
      expect(readFileSync(join(dir, 'lease.json'), 'utf8')).toBe(text)
      expect(await holderOf(dir)).toBeNull()
    },
  )
})

describe.runIf(hasKernelLocks)('QA-01 the kernel keeps the lock', () => {
  it('also where somebody removed the record while its holder lives', async () => {
    const dir = await temporaryDir()
    const [child] = (await startAll(1, 'hold', dir, 'kernel', join(dir, 'log'))) as [Child]
    child.say('go')
    expect(await child.line()).toBe('held')
    rmSync(join(dir, 'lease.json'))
    const refusal = await refusalOf(acquireLease(dir, 'me'))
    expect(refusal).toMatchObject({ code: 'run-held', exitCode: 11 })
    child.say('go on')
    await child.ended
  })

  it('and gives it to the next once the child that a killed holder had just started lets it go', async () => {
    const dir = await temporaryDir()
    const [child] = (await startAll(1, 'hold', dir, 'file', join(dir, 'log'))) as [Child]
    child.say('go')
    expect(await child.line()).toBe('held')
    child.kill('SIGKILL')
    await child.ended
    const kept = await takeKernelLock(join(realpathSync.native(dir), 'lease.json'))
    const next = acquireLease(dir, 'next')
    setTimeout(() => void kept?.release(), 60)
    await (await next).release()
  })

  it('for one directory, by whatever path it is reached', async () => {
    const base = await temporaryDir()
    mkdirSync(join(base, 'run'))
    symlinkSync(join(base, 'run'), join(base, 'alias'))
    const lease = await acquireLease(join(base, 'run'), 'one')
    await refusalOf(acquireLease(join(base, 'alias'), 'two'))
    await lease.release()
  })
})
