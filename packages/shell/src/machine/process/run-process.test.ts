import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runProcess } from './run-process.ts'
import { generous, runShell, temporaryFolder } from './test-support/running.ts'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe('a program that ends by itself', () => {
  it('gives its exit code, both streams and a digest of all it printed', async () => {
    const seen = join(await temporaryFolder(), 'seen')
    const result = await runShell(
      `printf out; until [ -e ${seen} ]; do sleep 0.02; done; printf err >&2; exit 3`,
      {
        onOutput: () => writeFileSync(seen, ''),
      },
    )
    expect(result).toMatchObject({
      ended: 'exited',
      exitCode: 3,
      signal: null,
      problem: null,
      outputBytes: 6,
    })
    expect(result.stdout.toString()).toBe('out')
    expect(result.stderr.toString()).toBe('err')
    expect(result.tail).toBe('outerr')
    expect(result.outputDigest).toBe(sha256(Buffer.from('outerr')))
  })

  it('has no exit code where a signal ended it, and says which', async () => {
    const result = await runShell('kill -9 $$')
    expect(result).toMatchObject({ ended: 'exited', exitCode: null, signal: 'SIGKILL' })
    expect(result.problem).toContain('SIGKILL')
  })

  it('AG-07 sees the environment it was given, its tag, and nothing else', async () => {
    const result = await runProcess({
      file: process.execPath,
      args: ['-e', 'console.log(JSON.stringify(process.env))'],
      cwd: '/',
      env: { ONLY: 'this' },
      limits: generous,
      capture: true,
      tag: 'run-7',
    })
    const seen = JSON.parse(result.stdout.toString())
    expect(Object.keys(seen).sort()).toEqual(['HARNESS_PROCESS_TAG', 'ONLY'])
    expect(seen.HARNESS_PROCESS_TAG).toMatch(/^run-7\/[0-9a-f-]{36}$/)
  })

  it('reads what it is given on standard input, and may leave it unread', async () => {
    expect((await runShell('cat', { stdin: 'hello' })).stdout.toString()).toBe('hello')
    expect(await runShell('exit 0', { stdin: 'x'.repeat(2_000_000) })).toMatchObject({ exitCode: 0 })
    expect((await runShell('cat')).stdout.toString()).toBe('')
  })

  it('takes arguments as they are: no shell reads them', async () => {
    const args = [
      '-e',
      'console.log(JSON.stringify(process.argv.slice(1)))',
      '--',
      '$HOME',
      '`id`',
      'a\'b"c',
      '*',
      ';ls',
    ]
    const result = await runProcess({
      file: process.execPath,
      args,
      cwd: '/',
      env: {},
      limits: generous,
      capture: true,
    })
    expect(JSON.parse(result.stdout.toString())).toEqual(args.slice(3))
  })
})

describe('a program that cannot be started', () => {
  it('says that there is no such program', async () => {
    const result = await runProcess({
      file: 'no-such-program',
      args: [],
      cwd: '/',
      env: {},
      limits: generous,
    })
    expect(result).toMatchObject({ ended: 'unstartable', exitCode: null })
    expect(result.problem).toContain('no such program')
  })

  it('says that there is no such folder', async () => {
    const result = await runShell('true', { cwd: '/no/such/folder' })
    expect(result.ended).toBe('unstartable')
    expect(result.problem).toContain('/no/such/folder')
  })

  it('is not an exception where an argument cannot be passed on', async () => {
    const result = await runProcess({
      file: '/bin/echo',
      args: ['a\0b'],
      cwd: '/',
      env: {},
      limits: generous,
    })
    expect(result.ended).toBe('unstartable')
  })
})

describe('output', () => {
  it('goes to the spool whole and in order, and the digest is that of the spool', async () => {
    const spool = join(await temporaryFolder(), 'out.log')
    const result = await runShell('seq 1 200000', { spool, capture: false })
    const bytes = await readFile(spool)
    expect(result.outputBytes).toBe(bytes.length)
    expect(result.outputDigest).toBe(sha256(bytes))
    expect(bytes.toString().endsWith('199999\n200000\n')).toBe(true)
    expect(result.tail.length).toBeLessThanOrEqual(16 * 1024)
    expect(bytes.toString().endsWith(result.tail)).toBe(true)
    expect(result.stdout.length).toBe(0)
  })

  it('beyond the limit ends the program; what was taken is exactly the limit', async () => {
    const spool = join(await temporaryFolder(), 'out.log')
    const result = await runShell('yes', { spool, limits: { ...generous, outputBytes: 1_000_001 } })
    expect(result).toMatchObject({ ended: 'output', exitCode: null, outputBytes: 1_000_001 })
    expect((await stat(spool)).size).toBe(1_000_001)
    expect(result.outputDigest).toBe(sha256(await readFile(spool)))
    expect(result.stdout.length).toBe(1_000_001)
    expect(result.problem).toContain('1000001 bytes')
  })

  it('of hundreds of megabytes does not grow the memory', async () => {
    const before = process.memoryUsage.rss()
    let peak = before
    let seen = 0
    const result = await runShell('head -c 268435456 /dev/zero', {
      capture: false,
      limits: { ...generous, wallMs: 120_000, outputBytes: 2 ** 31 },
      onOutput: (chunk) => {
        seen += chunk.length
        peak = Math.max(peak, process.memoryUsage.rss())
      },
    })
    expect(result).toMatchObject({ exitCode: 0, outputBytes: 2 ** 28 })
    expect(seen).toBe(2 ** 28)
    expect(peak - before).toBeLessThan(100 * 2 ** 20)
  })

  it('is never written through something that already stands in the spool’s place', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'precious'), 'precious')
    await symlink(join(folder, 'precious'), join(folder, 'spool'))
    await expect(runShell('echo gone', { spool: join(folder, 'spool') })).rejects.toThrow('EEXIST')
    expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('precious')
  })

  it('has a tail that begins with a whole character', async () => {
    const result = await runShell("printf 'äöüäöü'", { tailBytes: 5 })
    expect(result.tail).toBe('öü')
  })
})
