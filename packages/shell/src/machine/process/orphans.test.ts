import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { endOrphans } from './orphans.ts'
import { processIdentity } from './process-identity.ts'
import { processTagName } from './process-table.ts'
import { isRunning } from './test-support/running.ts'

/** Resolves when the line is at work; it must not end by itself. */
async function leaveBehind(tag: string, line = 'exec sleep 300'): Promise<number> {
  const child = spawn('/bin/sh', ['-c', line.replace(/exec|while/, 'echo ready; $&')], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, [processTagName]: tag },
  })
  const pid = child.pid ?? 0
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(pid, 'SIGKILL')
  })
  await once(child.stdout, 'data')
  return pid
}

it.runIf(process.platform === 'linux')(
  'AG-06 what a killed harness left running is ended by its run’s tag, and nothing else',
  async () => {
    const run = `test-${randomUUID()}`
    const plain = await leaveBehind(`${run}/a`)
    const stubborn = await leaveBehind(`${run}/b`, 'trap "" TERM; while :; do sleep 1; done')
    const longer = await leaveBehind(`${run}0/a`)
    const untagged = await leaveBehind('')
    const identity = await processIdentity(plain)

    const ended = await endOrphans(run)

    expect(ended.map(({ pid }) => pid)).toEqual(expect.arrayContaining([plain, stubborn]))
    expect(ended).toContainEqual(identity)
    for (const pid of [plain, stubborn]) expect(await isRunning(pid)).toBe(false)
    for (const pid of [longer, untagged]) expect(await isRunning(pid)).toBe(true)
    expect(await endOrphans(run)).toEqual([])
  },
)
