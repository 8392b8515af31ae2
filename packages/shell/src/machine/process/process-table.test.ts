import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { processTagName, readTag } from './process-table.ts'

const isLinux = process.platform === 'linux'

/** It becomes another program again and again, and tells that it has begun. */
const restless = 'echo on >&2; exec /bin/sh -c "$LINE" 2>/dev/null'

it.runIf(isLinux)('AG-06 a tag is read also while its process becomes another program', async () => {
  const line = 'exec /bin/sh -c "$LINE"'
  const env = { PATH: process.env.PATH, LINE: line, [processTagName]: 'ours' }
  const child = spawn('/bin/sh', ['-c', restless], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    await once(child.stderr, 'data')
    const read = Array.from({ length: 3_000 }, () => readTag(child.pid ?? 0))
    expect(read.filter((tag) => tag !== 'ours')).toEqual([])
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})

it.runIf(isLinux)('AG-06 a process without an environment has no tag', async () => {
  const child = spawn('/bin/sh', ['-c', 'echo on; read _'], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] })
  try {
    await once(child.stdout, 'data')
    expect(readTag(child.pid ?? 0)).toBeNull()
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})
