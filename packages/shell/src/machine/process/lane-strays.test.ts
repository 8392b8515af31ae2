import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { laneStrays } from './lane-strays.ts'
import { processTagName, readProcess } from './process-table.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'harness-strays-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function sleeper(cwd: string, env: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  const line = 'trap "" TERM; echo ready; while :; do sleep 600; done'
  const child = spawn('/bin/bash', ['-c', line], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      // It is gone.
    }
  })
  await once(child.stdout!, 'data')
  return child
}

const runs = ({ pid = 0 }: ChildProcess): boolean => readProcess(pid)?.zombie === false

test.skipIf(process.platform !== 'linux')(
  'AG-06 what began in a lane during a turn and dropped its tag is ended, and nobody else is',
  async () => {
    const lane = folder()
    const earlier = await sleeper(lane)
    const strays = laneStrays(lane)
    const dropped = await sleeper(lane)
    const tagged = await sleeper(lane, { [processTagName]: 'another/run' })
    const elsewhere = await sleeper(folder())
    await strays.end(100)
    expect([earlier, dropped, tagged, elsewhere].map(runs)).toEqual([true, false, true, true])
  },
)
