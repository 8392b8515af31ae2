import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLaneOpened } from '@harness/core/effects/open-lane'
import { passed } from '@harness/core/kernel/evidence'
import { expect, it } from 'vitest'
import { firstAttempt, idOf, openLaneCommand, targetRepo } from '../../test-support/target-repo.ts'
import { unconfined } from '../../test-support/unconfined.ts'
import type { CheckPorts } from '../checks/check-ports.ts'
import { runChecks } from '../checks/run-checks.ts'
import { requireLane } from '../lanes/lane-record.ts'
import { openLane } from '../lanes/open-lane.ts'
import { inCopy } from './in-copy.ts'

it('TR-03 a process that outlives its agent, and that nothing tells from others, writes into no room of checks', async () => {
  const repo = targetRepo({ 'a.txt': 'a\n' })
  const ports: CheckPorts = { ...repo.ports(), sandbox: unconfined }
  const opened = await openLane(openLaneCommand(), firstAttempt, ports)
  if (!isLaneOpened(opened)) throw new Error(JSON.stringify(opened))
  const { lane, commit, tree } = opened
  const failing = async (attempt: number) => {
    const checks = [{ name: 'a', run: 'grep -qx a a.txt', timeoutMs: 20_000, claims: [] }]
    const id = idOf(`20260101-000000/checks/0001/${attempt}`)
    const event = await runChecks({ type: 'RunChecks', id, lane, commit, tree, checks }, firstAttempt, ports)
    return event.type === 'ChecksFinished' ? event.evidence.filter((item) => !passed(item)) : event
  }
  expect(await failing(1)).toEqual([])
  const about = { id: idOf('20260101-000000/validate/0001/1'), commit }
  const record = await requireLane(repo.stateDir, lane)
  const over = join(repo.stateDir, 'over')
  const { survivor, written } = await inCopy(about, record, firstAttempt.signal, ports, async ({ path }) => {
    const file = join(path, 'a.txt')
    const line = `until test -e '${over}'; do sleep 0.02; done; echo b > '${file}'`
    // No tag, no variable of a lane, and another folder.
    const options = { cwd: '/', env: {}, stdio: 'ignore', detached: true } as const
    return { survivor: spawn('/bin/sh', ['-c', line], options), written: file }
  })
  const ended = once(survivor, 'exit')
  writeFileSync(over, '')
  await ended
  expect(existsSync(written) && readFileSync(written, 'utf8')).toBe('b\n')
  expect(await failing(2)).toEqual([])
})
