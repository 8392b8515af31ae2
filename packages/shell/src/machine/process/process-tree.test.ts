import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { generous, isRunning, runShell, temporaryFolder } from './test-support/running.ts'

/** Runs a line that writes pids of its descendants into `$PIDS`, and returns them when it is over. */
async function descendantsOf(line: string, spec: Parameters<typeof runShell>[1] = {}, file?: string) {
  const pids = file ?? join(await temporaryFolder(), 'pids')
  const result = await runShell(line, { env: { PATH: process.env.PATH ?? '', PIDS: pids }, ...spec })
  return { result, pids: await pidsIn(pids) }
}

const pidsIn = async (file: string): Promise<readonly number[]> =>
  (await readFile(file, 'utf8').catch(() => '')).trim().split(/\s+/).filter(Boolean).map(Number)

async function expectAllGone(pids: readonly number[], atLeast = 1): Promise<void> {
  expect(pids.length).toBeGreaterThanOrEqual(atLeast)
  for (const pid of pids) expect(await isRunning(pid), `process ${pid}`).toBe(false)
}

const sleeper = 'sleep 300 & echo $! >> "$PIDS"'
const escaped = `setsid sh -c 'echo $$ >> "$PIDS"; exec sleep 300' >/dev/null 2>&1 </dev/null &`
const doubleForked = `(setsid sh -c '(setsid sh -c "echo \\$\\$ >> $PIDS; exec sleep 300" &) ; exit 0' &)`
const stubborn = `sh -c 'trap "" TERM; echo $$ >> "$PIDS"; while :; do sleep 1; done' &`
/** Waits until so many pids are told. */
const told = (count: number): string =>
  `until [ "$(grep -c . "$PIDS" 2>/dev/null)" -ge ${count} ] 2>/dev/null; do sleep 0.02; done`

describe('after a plain exit', () => {
  it('AG-06 a background child neither keeps us waiting nor survives', async () => {
    const { result, pids } = await descendantsOf(`${sleeper}; echo done`)
    expect(result).toMatchObject({ ended: 'exited', exitCode: 0 })
    expect(result.stdout.toString()).toBe('done\n')
    await expectAllGone(pids)
  })

  it('AG-06 a child that ignores SIGTERM is killed', async () => {
    const { result, pids } = await descendantsOf(`${stubborn} ${told(1)}; exit 5`)
    expect(result).toMatchObject({ ended: 'exited', exitCode: 5 })
    await expectAllGone(pids)
  })

  it.runIf(process.platform === 'linux')(
    'AG-06 children that left the group are found and ended',
    async () => {
      const { result, pids } = await descendantsOf(`${escaped} ${doubleForked}; ${told(2)}`)
      expect(result).toMatchObject({ ended: 'exited', exitCode: 0 })
      await expectAllGone(pids, 2)
    },
  )

  it('what a child left in the pipe just before the end is not lost', async () => {
    const { result } = await descendantsOf('head -c 60000 /dev/zero; sleep 300 & exit 0')
    expect(result.outputBytes).toBe(60_000)
  })
})

describe('a program that must be ended', () => {
  const hang = `${sleeper}; ${stubborn} sleep 300`

  it('AG-06 takes too long: its whole tree goes, and an exit code it gives then does not count', async () => {
    const { result, pids } = await descendantsOf(`${hang}`, { limits: { ...generous, wallMs: 2_000 } })
    expect(result).toMatchObject({ ended: 'wall', exitCode: null })
    expect(result.problem).toContain('than 2 s.')
    await expectAllGone(pids, 2)
    const polite = await runShell('trap "exit 0" TERM; while :; do sleep 0.05; done', {
      limits: { ...generous, wallMs: 200 },
    })
    expect(polite).toMatchObject({ ended: 'wall', exitCode: null })
  })

  it('AG-06 is silent for too long', async () => {
    const silent = await runShell('echo hello; sleep 300', { limits: { ...generous, idleMs: 300 } })
    expect(silent).toMatchObject({ ended: 'idle', exitCode: null })
  })

  it('AG-06 is aborted: gone with all that left its group', async () => {
    const abort = new AbortController()
    const file = join(await temporaryFolder(), 'pids')
    const spec = { signal: abort.signal, limits: { ...generous, graceMs: 2_000 } }
    const running = descendantsOf(`${escaped} ${hang}`, spec, file)
    const atLeast = process.platform === 'linux' ? 3 : 2
    await vi.waitUntil(async () => (await pidsIn(file)).length >= atLeast, { timeout: 60_000 })
    abort.abort()
    const { result, pids } = await running
    expect(result).toMatchObject({ ended: 'aborted', exitCode: null })
    await expectAllGone(pids, atLeast)
  })

  it('was aborted before it began: it never begins', async () => {
    const { result, pids } = await descendantsOf('echo $$ >> "$PIDS"', { signal: AbortSignal.abort() })
    expect(result).toMatchObject({ ended: 'aborted', exitCode: null })
    expect(pids).toEqual([])
  })

  it('leaves alone what others run', async () => {
    const flag = join(await temporaryFolder(), 'go')
    const other = runShell(`until [ -e ${flag} ]; do sleep 0.02; done; echo still here`)
    await runShell('sleep 300', { limits: { ...generous, wallMs: 100 } })
    await writeFile(flag, '')
    expect((await other).stdout.toString()).toBe('still here\n')
  })

  it('takes its listener off the abort signal', async () => {
    const { signal } = new AbortController()
    let listening = 0
    const counted = new Proxy(signal, {
      get(target, key) {
        if (key === 'addEventListener') return () => listening++
        if (key === 'removeEventListener') return () => listening--
        return Reflect.get(target, key, target)
      },
    })
    await runShell('true', { signal: counted })
    expect(listening).toBe(0)
  })
})
