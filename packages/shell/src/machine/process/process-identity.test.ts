import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, vi } from 'vitest'
import { bootId, ownIdentity, processIdentity } from './process-identity.ts'
import { readProcess } from './process-table.ts'

it('a process has the same identity whenever it is asked, and another than one that began later', async () => {
  const own = await ownIdentity()
  expect(own.pid).toBe(process.pid)
  expect(await ownIdentity()).toEqual(own)
  const child = spawn('sleep', ['300'])
  try {
    const later = await processIdentity(child.pid ?? 0)
    expect(later?.startTime).toMatch(/./)
    expect(later?.startTime).not.toBe(own.startTime)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  expect(await processIdentity(child.pid ?? 0)).toBeNull()
})

it('no process has a pid that cannot be one', async () => {
  for (const pid of [0, -1, 1.5, Number.NaN, 2 ** 31]) expect(await processIdentity(pid)).toBeNull()
})

it.runIf(process.platform === 'linux')(
  'a process that is dead but not yet collected is no process',
  async () => {
    // It ends once its parent is a program that collects no children.
    const child = 'until grep -q sleep /proc/$PPID/comm; do sleep 0.02; done'
    const parent = spawn('/bin/sh', ['-c', `sh -c '${child}' & echo $!; exec sleep 300`])
    try {
      const [line] = await once(parent.stdout, 'data')
      const zombie = Number.parseInt(String(line), 10)
      await vi.waitUntil(() => readProcess(zombie)?.zombie === true, { timeout: 60_000 })
      expect(await processIdentity(zombie)).toBeNull()
    } finally {
      parent.kill('SIGKILL')
      await once(parent, 'exit')
    }
  },
)

it('the boot has an id that stays', async () => {
  const id = await bootId()
  expect(id).toMatch(/\S/)
  expect(await bootId()).toBe(id)
})
