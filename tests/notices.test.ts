/** What a person is told who does not watch: by a webhook on this machine that holds each notice to its signature. */
import { createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { autopilotRepo, spec as autopilotSpec } from './support/autopilot-repo.ts'
import { daemonRepo, deliversPlan, startDaemonWith, statusWhen } from './support/daemon-repo.ts'
import { harness as harnessProcess } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import { missionRepo } from './support/mission-repo.ts'
import { commit } from './support/sample-repo.ts'
import { smallRepo } from './support/small-handbook.ts'
import { single, workflowRepo } from './support/workflow-repo.ts'

const secret = 'between the two of us'
const env = { HARNESS_WEBHOOK_SECRET: secret }
const need =
  'Almost.\n\nNEED credential: A key for the shop\nWhy: It refuses us.\nHow: Put SHOP_KEY into .env.'

interface Told {
  readonly id: string
  readonly kind: string
  readonly subject: string
  readonly text: string
  readonly next: string
}

/** Hears notices; `answers` false: it takes each connection and never answers. */
async function webhook(answers = true) {
  const told: Told[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      const { 'harness-timestamp': at, 'harness-signature': signature } = request.headers
      const hmac = createHmac('sha256', secret)
        .update(`${String(at)}.${body}`)
        .digest('hex')
      expect(signature).toBe(`sha256=${hmac}`)
      told.push(JSON.parse(body))
      if (answers) response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/harness`
  return { told, config: { notify: { webhook: { url } } } }
}

const heard = ({ kind, text }: Told) => [kind, text.split('\n')[0]]

describe('DL-47 a run without a person', () => {
  test('DL-47 asks its exact question once, also if it is resumed unanswered, and says how it ended', async () => {
    const { told, config } = await webhook()
    const root = daemonRepo({
      plans: { '0001': [] },
      config,
      rules: [{ ...deliversPlan('0001'), call: 1, reply: need }],
    })
    expect((await harnessProcess(root, ['run', '0001'], { env })).code).toBe(3)
    const { value } = await harnessJson(root, ['show', '0001'])
    expect(told).toMatchObject([{ kind: 'needs-you', subject: value.run }])
    expect(told[0]?.text).toContain('A key for the shop')
    expect(JSON.stringify(value)).toContain(JSON.stringify(told[0]?.text))
    expect(told[0]?.next).toContain(`harness answer ${value.run} <grant|refuse>`)
    expect((await harness(root, ['resume', '0001'], { env })).code).toBe(3)
    expect(told).toHaveLength(1)
    expect((await harnessProcess(root, ['grant', '0001', '-m', 'It is there.'], { env })).code).toBe(0)
    expect(told.slice(1).map(heard)).toEqual([
      ['finished', expect.stringMatching(/^done: Plan 0001 is merged into main as [0-9a-f]{12}\.$/)],
    ])
  })
})

describe('DL-47 a workflow without a person', () => {
  test('DL-47 asks each of its questions once, with the command that answers it, and says how it ended', async () => {
    const { told, config } = await webhook()
    const root = workflowRepo(single(), { mode: undefined }, config)
    expect((await harness(root, ['workflow', 'Say hello'], { env })).code).toBe(8)
    const { run } = (await harnessJson(root, ['show', 'workflow'])).value
    const mode = { kind: 'needs-you', subject: run, text: expect.stringContaining('mode') }
    expect(told).toEqual([expect.objectContaining(mode)])
    expect(told[0]?.next).toContain(`harness answer ${run} <standard|single|multi>`)
    expect((await harness(root, ['resume', 'workflow'], { env })).code).toBe(8)
    expect(told).toHaveLength(1)
    expect((await harness(root, ['answer', 'workflow', 'single'], { env })).code).toBe(8)
    expect(told).toHaveLength(2)
    expect(told[1]?.next).toContain(`harness answer ${run} <proceed|modify|stop>`)
    expect((await harness(root, ['answer', 'workflow', 'proceed'], { env })).code).toBe(8)
    expect(told[2]?.next).toContain(`harness answer ${run} <code|all|none>`)
    expect((await harness(root, ['answer', 'workflow', 'code'], { env })).code).toBe(0)
    expect(told.map(({ kind }) => kind)).toEqual(['needs-you', 'needs-you', 'needs-you', 'finished'])
    expect(new Set(told.map(({ id }) => id)).size).toBe(4)
  })
})

describe('DL-47 a person who does not watch is told, once each,', () => {
  const notifies = (root: string, config: object): string => {
    const path = join(root, 'harness.config.json')
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...config }))
    commit(root, 'Notify')
    return root
  }
  test('how a handbook ended', async () => {
    const { told, config } = await webhook()
    const one = smallRepo(
      [{ id: '3.1', verb: 'harden' }],
      [
        { role: 'prompt-reader', reply: 'No findings.' },
        { role: 'prompt-worker', do: [{ write: { path: 'new.txt', text: 'x\n' } }], reply: 'Done.' },
      ],
    )
    const { code, stderr } = await harness(notifies(one, config), ['handbook'], { env })
    expect({ code, kinds: told.map(({ kind }) => kind) }, stderr).toEqual({ code: 0, kinds: ['finished'] })
  })
  test('what an autopilot asks, and how it ended', async () => {
    const { told, config } = await webhook()
    const root = notifies(autopilotRepo(), config)
    expect((await harness(root, ['autopilot', autopilotSpec, '--fast'], { env })).code).toBe(0)
    expect(told.map(({ kind }) => kind)).toEqual(['finished'])
    const asked = notifies(autopilotRepo(), config)
    expect((await harness(asked, ['autopilot', autopilotSpec], { env })).code).toBe(8)
    expect(told.slice(1)).toMatchObject([
      { kind: 'needs-you', next: expect.stringContaining('harness answer ') },
    ])
  })
  test('which checkpoint a mission waits at', async () => {
    const { told, config } = await webhook()
    const checkpoints = { types: [{ name: 'look', triggerOn: 'post-planner' }] }
    const { root, options } = missionRepo([], { checkpoints }, [{ id: 'F-001' }], config)
    expect((await harness(root, ['mission'], { env: { ...options.env, ...env } })).code).toBe(8)
    expect(told).toMatchObject([
      { kind: 'needs-you', next: expect.stringContaining('harness answer mission-') },
    ])
  })
})

describe('DL-47 a daemon without a person', () => {
  test('DL-47 tells of a gate as it opens, and when nothing is left, and not of each merge', async () => {
    const { told, config } = await webhook()
    const root = daemonRepo({
      plans: { '0001': [], '0002': [], '0003': [] },
      config,
      rules: [{ ...deliversPlan('0002'), call: 1, reply: need }],
    })
    const daemon = startDaemonWith({ env }, root, '--run')
    onTestFinished(async () => {
      await harness(root, ['daemon', 'stop', '--now'])
      await daemon.ended
    })
    await statusWhen(root, ({ plans }) => plans?.completed === 2)
    while (told.length < 2) await new Promise((resolve) => setTimeout(resolve, 50))
    expect(told.map(heard)).toEqual([
      ['needs-you', expect.stringContaining('A key for the shop')],
      ['finished', 'The daemon has nothing left to do: 2 merged, 1 at a gate.'],
    ])
  })

  test('DL-47 a webhook that never answers holds up no plan, and the log says so', async () => {
    const { told, config } = await webhook(false)
    const root = daemonRepo({
      plans: { '0001': [], '0002': [] },
      config,
      rules: [{ ...deliversPlan('0001'), call: 1, reply: need }],
    })
    const daemon = startDaemonWith({ env }, root, '--run')
    await statusWhen(root, ({ plans }) => plans?.completed === 1)
    await daemon.saw('was not taken by the webhook: it did not answer within 10 seconds. It is tried again.')
    expect(told.length).toBeGreaterThan(0)
    await harness(root, ['daemon', 'stop'])
    expect(await daemon.ended).toEqual({
      code: 0,
      stdout: expect.any(String),
      stderr: expect.stringContaining('The daemon has ended.'),
    })
  })
})
