/** What other tools read in `state.json` while a daemon works, and after it was killed. */
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  daemonRepo,
  deliversPlan,
  startDaemon,
  stateFile,
  type statusOf,
  statusWhen,
} from './support/daemon-repo.ts'
import type { Started } from './support/harness.ts'
import { harness } from './support/harness-here.ts'
import { commit, planPath, planText, write } from './support/sample-repo.ts'

let root: string
let daemon: Started
afterEach(async () => {
  await harness(root, ['daemon', 'stop', '--now'])
  await daemon.ended
})

const need =
  'Almost.\n\nNEED credential: A key for the shop\nWhy: It refuses us.\nHow: Put SHOP_KEY into .env.'

interface Unfinished {
  readonly reason: string
  readonly since: string
  readonly next: string
}

test('DL-43 state.json names every unfinished run with reason, since and next command, also after a kill', async () => {
  root = daemonRepo({
    plans: { '0001': [], '0002': [], '0003': [] },
    daemon: { lanes: 3 },
    rules: [
      { ...deliversPlan('0001'), call: 1, reply: need },
      { role: 'implementer', match: '# Plan 0002', reply: 'Nothing to do.' },
      { role: 'implementer', match: '# Plan 0003', do: [{ wait: '10m' }], reply: 'Done.' },
    ],
  })
  daemon = startDaemon(root, '--run')
  const rests = ({ work, runs }: Awaited<ReturnType<typeof statusOf>>): boolean =>
    runs?.['0003']?.status === 'working' &&
    ['0001', '0002'].every((id) =>
      work.some((one: { id: string; state: string }) => one.id === id && /gate|blocked/.test(one.state)),
    )
  await statusWhen(root, rests)
  const whole = (): void => {
    const { runs, daemon: told } = stateFile(root)
    expect(Object.keys(runs).sort()).toEqual(expect.arrayContaining(['0001', '0003']))
    const named = [...Object.values<Unfinished>(runs), ...(told.work as readonly Unfinished[])]
    for (const { reason, since, next } of named) {
      expect(typeof reason).toBe('string')
      expect(Date.parse(since)).toBeGreaterThan(0)
      expect(next).toContain('harness ')
    }
    const waits = told.work.filter(({ state }: { state: string }) => state !== 'working')
    for (const { reason } of waits) expect(reason).not.toBe('')
  }
  whole()
  await statusWhen(root, () => stateFile(root).active?.planId === '0003')
  const [, runId] = /^0003-(\d{8}-\d{6})$/.exec(stateFile(root).runs['0003'].run) ?? []
  expect(stateFile(root).active).toMatchObject({
    runId,
    branch: 'task/0003-hello',
    logPath: join(root, `.harness/run/logs/0003-${runId}.log`),
    rateLimitRetries: 0,
  })
  const before = stateFile(root).runs
  daemon.process.kill('SIGKILL')
  await daemon.ended
  whole()
  expect(Object.keys(stateFile(root).runs)).toEqual(Object.keys(before))
  daemon = startDaemon(root, '--run')
  await statusWhen(root, (status) => status.pid === daemon.process.pid && rests(status))
  whole()
})

test('DL-14 DL-43 after its end state.json names no process, and its history tells of freezes, boots and plans', async () => {
  root = daemonRepo({ plans: { '0001': [] } })
  daemon = startDaemon(root)
  await statusWhen(root, ({ plans }) => plans?.open === 1)
  expect(stateFile(root).daemon.pid).toBe(daemon.process.pid)
  await harness(root, ['daemon', 'freeze', '-m', 'demo'])
  await harness(root, ['daemon', 'unfreeze'])
  await statusWhen(root, ({ history }) =>
    history.some(({ event }: { event: string }) => event === 'unfrozen'),
  )
  write(root, { [planPath('0002')]: planText('0002') })
  commit(root, 'Plan more')
  await statusWhen(root, ({ plans }) => plans?.open === 2)
  await harness(root, ['daemon', 'stop'])
  await daemon.ended
  const { mode, daemon: told, history } = stateFile(root)
  expect([mode, told.pid, told.work]).toEqual(['paused', null, []])
  expect(told.pause.since).toMatch(/^\d{4}-\d\d-\d\dT/)
  const events = history.map(({ event }: { event: string }) => event)
  expect(events).toEqual(
    expect.arrayContaining(['booted', 'frozen', 'unfrozen', 'graph_refreshed', 'stopping']),
  )
  for (const { at } of history) expect(at).toMatch(/^\d{4}-\d\d-\d\dT/)
})
