/** What other tools read in `state.json` while a daemon works, and after it was killed. */
import { afterEach, expect, test } from 'vitest'
import {
  daemonRepo,
  deliversPlan,
  startDaemon,
  stateFile,
  type statusOf,
  statusWhen,
} from './support/daemon-repo.ts'
import { harness, type Started } from './support/harness.ts'

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
  const before = stateFile(root).runs
  daemon.process.kill('SIGKILL')
  await daemon.ended
  whole()
  expect(Object.keys(stateFile(root).runs)).toEqual(Object.keys(before))
  daemon = startDaemon(root, '--run')
  await statusWhen(root, (status) => status.pid === daemon.process.pid && rests(status))
  whole()
})
