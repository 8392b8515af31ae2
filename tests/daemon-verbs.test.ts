/** Every verb of `harness daemon` on one daemon in the background, and what it says as text, alive and dead. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daemonRepo, deliversPlan, statusOf, statusWhen } from './support/daemon-repo.ts'
import { start, harness as startAndEnd } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const need =
  'Almost.\n\nNEED credential: A key for the shop\nWhy: It refuses us.\nHow: Put SHOP_KEY into .env.'
const go = join(temporaryFolder(), 'go')

let root: string
beforeAll(() => {
  root = daemonRepo({
    plans: { '0001': [], '0002': [], '0003': [] },
    rules: [
      { ...deliversPlan('0001'), call: 1, reply: need },
      {
        ...deliversPlan('0002'),
        do: [
          { run: `until [ -e ${go} ]; do sleep 0.05; done` },
          ...(deliversPlan('0002').do as readonly object[]),
        ],
      },
    ],
  })
})
afterAll(() => startAndEnd(root, ['daemon', 'stop', '--now']))

const said = async (...args: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await harness(root, ['daemon', ...args])
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return stdout
}
interface Shown {
  readonly id: string
  readonly state: string
}
const workOf = ({ work }: { work: readonly Shown[] }) => work.map(({ id, state }) => `${id} ${state}`)

describe('DL-12 the verbs of the daemon', () => {
  test('DL-12 start goes to the background, paused, and says how to begin', async () => {
    const { code, stdout } = await startAndEnd(root, ['daemon', 'start', '--port', '0'])
    expect(code).toBe(0)
    const { pid, port, state } = await statusOf(root)
    expect(state).toBe('paused')
    expect(stdout).toBe(
      `The daemon runs as process ${pid} on http://127.0.0.1:${port}.\nIt starts paused. Begin to deliver with: harness daemon resume\n`,
    )
  })

  test('DL-12 pause, queue and unqueue say what is so then', async () => {
    expect(await said('pause', '-m', 'lunch')).toMatch(/^paused {4}lunch since \d\d:\d\d; continue with: /m)
    expect(await said('queue', 'run 0003')).toMatch(/^resting {3}q1 run 0003: waits for a lane$/m)
    expect(await said('queue', 'harness run 0002')).toMatch(/^resting {3}q2 run 0002: waits for a lane$/m)
    expect(await said('unqueue', 'q1')).not.toMatch(/^resting {3}q1/m)
    expect(await said('unqueue', 'q2')).not.toMatch(/^resting/m)
    expect(await harnessJson(root, ['daemon', 'unqueue', 'q1'])).toMatchObject({
      code: 2,
      value: { error: { code: 'not-queued' } },
    })
    expect(workOf(await statusOf(root))).toEqual([])
  })

  test('DL-13 resume is refused while it is frozen, says what comes first, and works right after that', async () => {
    expect(await said('freeze', '-m', 'look')).not.toContain('continue with')
    const refused = await harness(root, ['daemon', 'resume'])
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toContain('The repository is frozen: look')
    expect(refused.stderr).toContain('harness daemon unfreeze, then harness daemon resume')
    await said('unfreeze')
    await said('resume')
    expect((await statusOf(root)).mode).toBe('running')
    await said('pause', '-m', 'lunch')
  })

  test('DL-12 drain lets the run in flight finish, starts nothing new, and resume goes on', async () => {
    await said('resume')
    await statusWhen(root, (status) => workOf(status).includes('0002 working'))
    expect(await said('drain')).toContain(
      'drains    nothing new starts; continue with: harness daemon resume',
    )
    writeFileSync(go, '')
    const drained = await statusWhen(
      root,
      (status) => status.plans.completed === 1 && !workOf(status).includes('0002 working'),
    )
    expect([drained.mode, drained.runsFired, workOf(drained)]).toEqual(['draining', 2, ['0001 gate']])
  })

  test('DL-12 logs tell what the daemon did, what a run did, and what happens from now on', async () => {
    const log = await said('logs')
    for (const event of [
      'booted',
      'paused',
      'queued',
      'plan_started 0002',
      'plan_completed 0002',
      'draining',
    ])
      expect(log).toContain(` ${event}`)
    expect(await said('logs', '0002')).toContain('is merged into main')
    const follows = start(root, ['daemon', 'logs', '-f'])
    await follows.saw('draining')
    await said('pause', '-m', 'while others look')
    await follows.saw('while others look')
    follows.process.kill('SIGINT')
    expect((await follows.ended).code).toBe(0)
  })

  test('DL-12 DL-13 status says the same of a daemon that was killed, but for its first line', async () => {
    const lines = async (): Promise<readonly string[]> => (await said('status')).split('\n')
    await said('freeze', '-m', 'demo')
    // A look around tells of it.
    const live = await statusWhen(root, ({ history }) => history.at(-1).event === 'frozen')
    const text = await lines()
    expect(text[0]).toBe(`daemon    paused (process ${live.pid}, port ${live.port})`)
    expect(text).toEqual(
      expect.arrayContaining([
        'frozen    demo; lift it with: harness daemon unfreeze',
        'plans     2 open, 1 completed, 1 merged by this daemon',
        expect.stringMatching(/^lanes {5}1 \(config [0-9a-f]{8}\)$/),
        expect.stringMatching(
          /^gate {6}0001 Say hello: The implementer needs a person \(credential\): A key/,
        ),
        expect.stringMatching(/^gate {6}0001 .*, since \d\d:\d\d$/),
        expect.stringMatching(/^ {10}next: harness grant 0001-/),
      ]),
    )
    process.kill(live.pid, 'SIGKILL')
    const dead = await statusWhen(root, ({ state }) => state === 'stopped')
    expect(dead).toEqual({ ...live, state: 'stopped', pid: null, port: null })
    const after = await lines()
    expect(after[0]).toBe('daemon    stopped')
    expect(after.slice(1)).toEqual(text.slice(1))
    expect(existsSync(join(root, '.harness/run/FROZEN'))).toBe(true)
  })
})
