/** Commands that an operator queues: each is carried out once, also if the daemon is killed in the middle. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { addressOf, daemonRepo, startDaemon, statusOf, statusWhen, tokenOf } from './support/daemon-repo.ts'
import type { Started } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import { missionRepo, works } from './support/mission-repo.ts'
import { config, git } from './support/sample-repo.ts'
import { boxOf, smallRepo } from './support/small-handbook.ts'
import { single } from './support/workflow-repo.ts'

let repo: string
let daemon: Started
afterEach(async () => {
  await harness(repo, ['daemon', 'stop', '--now'])
  await daemon.ended
})

async function begin(root: string, ...args: readonly string[]): Promise<void> {
  repo = root
  daemon = startDaemon(root, ...args)
  await daemon.saw('The daemon runs')
}

interface Shown {
  readonly id: string
  readonly state: string
}
const runsOf = (root: string, subject: string): readonly string[] => {
  const folder = join(root, '.harness/run/runs', subject)
  return existsSync(folder) ? readdirSync(folder).filter((name) => /^\d{8}-/.test(name)) : []
}

describe('DL-13 what operators say', () => {
  test('DL-13 takes effect once, however many say something at the same time', async () => {
    await begin(daemonRepo({ plans: { '0001': [] } }))
    const said = await Promise.all(
      ['0001', '0002', '0003', '0004', '0005'].map((id) =>
        harnessJson(repo, ['daemon', 'queue', `run ${id}`]),
      ),
    )
    expect(said.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
    await harness(repo, ['daemon', 'pause', '-m', 'lunch'])
    const { work, history } = await statusOf(repo)
    expect(work.map(({ id }: Shown) => id)).toEqual(['q1', 'q2', 'q3', 'q4', 'q5'])
    expect(new Set(work.map(({ title }: { title: string }) => title)).size).toBe(5)
    expect(history.filter(({ event }: { event: string }) => event === 'paused')).toHaveLength(1)
  })

  test('DL-12 a queued command that is refused is blocked, says how to take it back, and is gone then', async () => {
    await begin(daemonRepo({ plans: { '0001': [] } }), '--run')
    await harness(repo, ['daemon', 'queue', 'mission --spec NOPE.md'])
    await statusWhen(repo, ({ work }) =>
      work.some(({ id, state }: Shown) => id === 'q1' && state === 'blocked'),
    )
    const { stdout } = await harness(repo, ['daemon', 'status'])
    expect(stdout).toContain('take it back: harness daemon unqueue q1')
    expect(await harness(repo, ['daemon', 'unqueue', 'q1'])).toMatchObject({ code: 0 })
    expect((await statusOf(repo)).work.map(({ id }: Shown) => id)).not.toContain('q1')
  })

  test('DL-12 a queued plan that this daemon has merged ends with its merge, and not as one of others', async () => {
    await begin(daemonRepo({ plans: { '0001': [] } }), '--run')
    await statusWhen(repo, ({ merges }) => merges === 1)
    await harness(repo, ['daemon', 'queue', 'run 0001'])
    const isEnd = ({ event, planId }: { event: string; planId: string }): boolean =>
      event === 'plan_completed' && planId === 'q1'
    const { history, lastMergeSha, merges } = await statusWhen(repo, (status) => status.history.some(isEnd))
    expect(history.find(isEnd).detail).toBe(lastMergeSha)
    expect(merges).toBe(1)
  })
})

describe('DL-12 a queued mission', () => {
  test('DL-14 is resumed after the daemon was killed, as the run that it was', async () => {
    const slow = works('F-001', {
      do: [{ wait: '3s' }, { write: { path: 'f-001.txt', text: 'F-001 is done\n' } }],
    })
    const { root } = missionRepo([slow], {}, [{ id: 'F-001' }], { daemon: { tickSec: 0.2 } })
    await begin(root, '--run')
    await harness(root, ['daemon', 'queue', 'mission'])
    await statusWhen(root, ({ runs }) => runs.mission !== undefined)
    daemon.process.kill('SIGKILL')
    await daemon.ended
    await begin(root, '--run')
    await statusWhen(
      root,
      ({ work, merges, runs }) => work.length === 0 && runs.mission === undefined && merges !== null,
    )
    expect(runsOf(root, 'mission')).toHaveLength(1)
    expect((await harnessJson(root, ['runs'])).value.runs).toMatchObject([{ state: 'done' }])
  })
})

describe('DL-12 a queued workflow and a queued handbook', () => {
  interface Gate {
    readonly run: string
    readonly gate: string
    readonly name: string
    readonly digest: string | null
  }
  const ask = (path: string, body?: object) =>
    fetch(`http://127.0.0.1:${addressOf(repo).port}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${tokenOf(repo)}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  test('DL-12 DL-13 each has one journal, and gates of the workflow are answered over the API', async () => {
    const workflow = { modelConfig: 'default', conventions: 'skip', testCmd: 'grep -q hello hello.txt' }
    const handbook = { verification: { always: [{ name: 'check', run: 'true' }], whereTouched: [] } }
    const rules = [{ role: 'prompt-reader', reply: 'No findings.' }, ...single()]
    const root = smallRepo(
      [{ id: '1.1', verb: 'critique' }],
      rules,
      {},
      { 'harness.config.json': config({ daemon: { tickSec: 0.2, lanes: 2 }, workflow, handbook }) },
    )
    await begin(root, '--run')
    await harness(root, ['daemon', 'queue', 'workflow "Say hello"'])
    await harness(root, ['daemon', 'queue', 'handbook'])
    const answers: Readonly<Record<string, string>> = { mode: 'single', spec: 'proceed', commit: 'code' }
    const answered = new Map<string, string>()
    await statusWhen(root, ({ history }) =>
      history.some(({ event }: { event: string }) => event === 'plan_waiting'),
    )
    for (;;) {
      const { work } = await statusOf(root)
      if (work.length === 0) break
      expect(work.filter(({ state }: Shown) => state === 'blocked')).toEqual([])
      const { gates } = (await (await ask('/gates')).json()) as { gates: readonly Gate[] }
      for (const { run, gate, name, digest } of gates.filter((open) => !answered.has(open.gate))) {
        const choice = answers[name] ?? name
        const given = await ask(`/gates/${run}`, { choice, ...(digest === null ? {} : { digest }) })
        expect([name, await given.json()]).toEqual([name, { ok: true, run, gate, choice }])
        answered.set(gate, name)
      }
    }
    expect([...answered.values()]).toEqual(['mode', 'spec', 'commit'])
    expect([runsOf(root, 'workflow').length, runsOf(root, 'handbook').length]).toEqual([1, 1])
    const { runs } = (await harnessJson(root, ['runs'])).value
    expect(runs.map(({ plan, state }: { plan: string; state: string }) => [plan, state]).sort()).toEqual([
      ['handbook', 'done'],
      ['workflow', 'done'],
    ])
    expect(boxOf(root, '1.1')).toBe('x')
    expect(git(root, 'branch', '--list', 'harness/say-hello')).toContain('harness/say-hello')
  })
})
